/* Something that happens once and that threads can wait for together with a process or a signal (process.h,
 * interrupts.h). Set by any thread; stays set until it is cleared. NULL stands for an event that never happens. */
#ifndef YOMI_BASE_EVENT_H
#define YOMI_BASE_EVENT_H

#include <stdbool.h>

typedef struct Event Event;

Event *event_new(void); /* NULL when the system has none left */
void event_free(Event *event);
void event_set(Event *event);
void event_clear(Event *event);
bool event_is_set(Event *event);

#endif
