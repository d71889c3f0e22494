// ncurses with wide characters. The functions here replace macros and variables of C that Swift
// cannot use.
#pragma once
#define NCURSES_WIDECHAR 1
#define NCURSES_NOMACROS 1
#define _XOPEN_SOURCE_EXTENDED 1
#include <locale.h>
#include <ncurses.h>
#include <term.h>

// glibc hides these two functions from Swift.
extern int wcwidth(wchar_t character);
extern int memfd_create(const char *name, unsigned flags);

static inline int easel_columns(wchar_t character) { return wcwidth(character); }

// A file in memory, closed when another program is executed; -1 with errno on failure.
static inline int easel_memory_file(void) { return memfd_create("easel", 1); }

// Frees the terminfo entry that `setupterm` opened last.
static inline void easel_close_entry(void) {
  if (cur_term) del_curterm(cur_term);
}

static inline WINDOW *easel_stdscr(void) { return stdscr; }
static inline WINDOW *easel_curscr(void) { return curscr; }
static inline int easel_color_pairs(void) { return COLOR_PAIRS; }

static const attr_t easel_bold = A_BOLD;
static const attr_t easel_dim = A_DIM;
static const attr_t easel_italic = A_ITALIC;
static const attr_t easel_underline = A_UNDERLINE;
static const attr_t easel_reverse = A_REVERSE;

// Sets a cell to a base character and its combining marks; `text` ends with 0. `pair` can be any
// number of a colour pair.
static inline int easel_set_cell(
  cchar_t *cell, const wchar_t *text, attr_t attributes, int pair) {
  return setcchar(cell, text, attributes, 0, &pair);
}
