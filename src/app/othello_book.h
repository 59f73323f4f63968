/* `yomi train othello --book`: makes an opening book from tournament games and own analysis. */
#ifndef YOMI_APP_OTHELLO_BOOK_H
#define YOMI_APP_OTHELLO_BOOK_H

int othello_book_run(int argc, char **argv); /* argv[0] is the game's name */

#endif
