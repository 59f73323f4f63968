/* An event as what it is on Linux, for the other files of this system. */
#ifndef YOMI_BASE_EVENT_LINUX_H
#define YOMI_BASE_EVENT_LINUX_H

#include "base/event.h"

int event_fd(const Event *event); /* readable while the event is set; -1 for NULL, which poll passes over */

#endif
