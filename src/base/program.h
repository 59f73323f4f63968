/* What a program does first, before it looks at its arguments.
 *
 * Standard files that are closed get something harmless in their place, a pipe or a file that takes no more is an error
 * that is told instead of a signal, and text goes in and out as it is. On Windows the arguments become UTF-8 and the
 * console shows it. The arguments' memory is the program's to its end. */
#ifndef YOMI_BASE_PROGRAM_H
#define YOMI_BASE_PROGRAM_H

void program_begin(int *argc, char ***argv);

#endif
