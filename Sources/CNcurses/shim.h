// The wide-character interface, and functions where ncurses offers macros that Swift cannot see.
#define NCURSES_WIDECHAR 1
#define _XOPEN_SOURCE_EXTENDED 1
#include <locale.h>
#include <ncurses.h>
#include <term.h>

static inline WINDOW *easel_stdscr(void) { return stdscr; }
