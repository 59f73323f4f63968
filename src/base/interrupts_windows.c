#include "base/interrupts.h"

#include "base/event_windows.h"

#include <stdlib.h>
#include <windows.h>

struct Interrupts {
    HANDLE asked; /* an event that resets itself */
};

/* A console handler is given no context, so the one that is open stands here. */
static PVOID volatile listening;

static BOOL WINAPI on_console(DWORD event)
{
    HANDLE asked = InterlockedCompareExchangePointer(&listening, NULL, NULL);
    if (!asked) return FALSE;
    (void)SetEvent(asked);
    /* Windows ends the process as soon as this returns from a closed window: the work has the seconds that it gives. */
    if (event == CTRL_CLOSE_EVENT || event == CTRL_LOGOFF_EVENT || event == CTRL_SHUTDOWN_EVENT) Sleep(INFINITE);
    return TRUE;
}

Interrupts *interrupts_open(bool hangup)
{
    (void)hangup; /* a window that is closed ends the process in any case */
    Interrupts *interrupts = calloc(1, sizeof *interrupts);
    if (!interrupts) return NULL;
    interrupts->asked = CreateEventW(NULL, FALSE, FALSE, NULL);
    (void)InterlockedExchangePointer(&listening, interrupts->asked);
    (void)SetConsoleCtrlHandler(on_console, TRUE);
    return interrupts;
}

void interrupts_close(Interrupts *interrupts)
{
    if (!interrupts) return;
    (void)SetConsoleCtrlHandler(on_console, FALSE);
    (void)InterlockedExchangePointer(&listening, NULL);
    if (interrupts->asked) (void)CloseHandle(interrupts->asked);
    free(interrupts);
}

void interrupts_end(Interrupts *interrupts)
{
    (void)SetConsoleCtrlHandler(NULL, TRUE); /* Ctrl-C is nothing from now on */
    interrupts_close(interrupts);
}

bool interrupts_wait(Interrupts *interrupts, Event *event, int ms)
{
    HANDLE handles[2];
    DWORD count = 0, wait = ms < 0 ? INFINITE : (DWORD)ms;
    bool asks = interrupts && interrupts->asked;
    if (asks) handles[count++] = interrupts->asked;
    if (event) handles[count++] = event_handle(event);
    if (count == 0) {
        Sleep(wait);
        return false;
    }
    DWORD which = WaitForMultipleObjects(count, handles, FALSE, wait);
    if (event && event_is_set(event)) event_clear(event);
    return asks && which == WAIT_OBJECT_0;
}
