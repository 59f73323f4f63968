/* What the two halves of the GTP protocol share: a session's memory, an answer, and the commands about moves and time.
 */
#ifndef YOMI_FRONT_GTP_H
#define YOMI_FRONT_GTP_H

#include "base/buf.h"
#include "front/front.h"

enum { GTP_PLIES_MAX = 256, GTP_ANSWER_MAX = 1 << 16, GTP_PATH_MAX = 1024 };

/* What a side has left: kept by our own moves, corrected by time_left. */
typedef struct GtpClock {
    double left_s;
    int stones; /* to be played in that time; 0: main time */
} GtpClock;

typedef struct Gtp {
    double main_s, period_s; /* time_settings */
    int period_stones;
    bool limited; /* time_settings gave a limit */
    GtpClock clock[2];
    bool told[2];                   /* time_left: a limit also without time_settings */
    bool passed_for[GTP_PLIES_MAX]; /* the pass at this ply was put in for a side that had no move */
    char best[YOMI_MOVE_TEXT_MAX];
} Gtp;

typedef struct GtpAnswer {
    bool failed;
    Buf text;
} GtpAnswer;

/* Instead of what was said. */
void gtp_fail(GtpAnswer *answer, const char *text);
void gtp_reset_clocks(Gtp *gtp);

void gtp_run_play(Front *front, Str arguments, GtpAnswer *answer);
void gtp_run_undo(Front *front, Str arguments, GtpAnswer *answer);
void gtp_run_genmove(Front *front, Str arguments, GtpAnswer *answer);
void gtp_run_reg_genmove(Front *front, Str arguments, GtpAnswer *answer);
void gtp_run_loadsgf(Front *front, Str arguments, GtpAnswer *answer);
void gtp_run_time_settings(Front *front, Str arguments, GtpAnswer *answer);
void gtp_run_time_left(Front *front, Str arguments, GtpAnswer *answer);
void gtp_run_final_score(Front *front, Str arguments, GtpAnswer *answer);

#endif
