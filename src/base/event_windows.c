#include "base/event_windows.h"

#include <windows.h>

/* The handle itself is the object. */

Event *event_new(void)
{
    return (Event *)CreateEventW(NULL, TRUE, FALSE, NULL);
}

void event_free(Event *event)
{
    if (event) (void)CloseHandle((HANDLE)event);
}

void *event_handle(Event *event)
{
    return event;
}

void event_set(Event *event)
{
    if (event) (void)SetEvent((HANDLE)event);
}

void event_clear(Event *event)
{
    if (event) (void)ResetEvent((HANDLE)event);
}

bool event_is_set(Event *event)
{
    return event && WaitForSingleObject((HANDLE)event, 0) == WAIT_OBJECT_0;
}
