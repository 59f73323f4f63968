/* The user's wish that long work ends: Ctrl-C and, where there are such, the other signals that ask for it.
 *
 * From interrupts_open to interrupts_close the wish is told by interrupts_wait instead of ending the process. Open it
 * before the threads that do the work are started, one at a time. */
#ifndef YOMI_BASE_INTERRUPTS_H
#define YOMI_BASE_INTERRUPTS_H

#include "base/event.h"

typedef struct Interrupts Interrupts;

/* With `hangup` the end of the terminal is such a wish, too. NULL when the system has no place for it: then signals are
 * held back, and nobody is told. */
Interrupts *interrupts_open(bool hangup);
void interrupts_close(Interrupts *interrupts);
/* The same where the program ends anyway: a second wish, while it puts its things in order, does not end it sooner. */
void interrupts_end(Interrupts *interrupts);
/* Waits for the wish, the event or the time (negative: without end), whichever comes first; true for the wish. The
 * event is cleared. Both may be NULL. */
bool interrupts_wait(Interrupts *interrupts, Event *event, int ms);

#endif
