/* The keeper: a small process between a match and one engine, so that nothing is left behind whatever happens.
 *
 * It is this program started again. It starts the engine in a process group of its own, takes over every orphan that
 * the engine's children become (a "subreaper"), and tells how the engine ended. It kills all of them when the engine
 * ends or when its lifeline closes: that is, when the match lets go of the engine, or dies itself, even by kill -9. */
#ifndef YOMI_APP_MATCH_KEEPER_H
#define YOMI_APP_MATCH_KEEPER_H

#define KEEPER_ARGUMENT "--keep-engine"

/* Descriptors that the keeper is started with, beside the engine's 0, 1 and 2. */
enum { KEEPER_LIFELINE = 3, KEEPER_STATUS = 4 };

typedef enum KeeperNews {
    KEEPER_CANNOT_START, /* value: errno */
    KEEPER_EXITED,       /* value: exit code */
    KEEPER_KILLED        /* value: signal */
} KeeperNews;

/* What is written to KEEPER_STATUS, once. */
typedef struct KeeperMessage {
    int news, value;
} KeeperMessage;

/* argv: program, KEEPER_ARGUMENT, folder ("" for the present one), engine, its arguments. Returns the exit code. */
int keeper_main(int argc, char **argv);

#endif
