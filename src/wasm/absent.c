/* What a module does not have: saved games and analyses, which the page keeps in the browser's own storage, and tables,
 * for which two people need a server between them. No message is for them, so each gets the usual answer to a type that
 * does not exist. */
#include "web/archive.h"
#include "web/tables.h"

bool archive_knows(const char *type)
{
    (void)type;
    return false;
}

Status archive_handle(StoreQueue *queue, const char *type, const ArchiveRequest *request, Error *error)
{
    (void)queue;
    (void)request;
    return error_set(error, STATUS_UNSUPPORTED, "'%.40s' needs a server", type);
}

bool tables_knows(const char *type)
{
    (void)type;
    return false;
}

Status tables_handle(Tables *tables, const char *type, const TablesCall *call, Error *error)
{
    (void)tables;
    (void)call;
    return error_set(error, STATUS_UNSUPPORTED, "'%.40s' needs a server", type);
}
