/* An event as what it is on Windows, for the other files of this system. */
#ifndef YOMI_BASE_EVENT_WINDOWS_H
#define YOMI_BASE_EVENT_WINDOWS_H

#include "base/event.h"

void *event_handle(Event *event); /* NULL for NULL */

#endif
