// The wide-character interface, and functions where ncurses offers macros that Swift cannot see.
#define NCURSES_WIDECHAR 1
#define _XOPEN_SOURCE_EXTENDED 1
#include <locale.h>
#include <ncurses.h>
#include <term.h>

// glibc's own, hidden from Swift unless asked for by a macro of this name.
extern int wcwidth(wchar_t character);
static inline int easel_columns(wchar_t character) { return wcwidth(character); }

// Frees the terminfo entry that `setupterm` opened last.
static inline void easel_close_entry(void) {
  if (cur_term) del_curterm(cur_term);
}

static inline WINDOW *easel_stdscr(void) { return stdscr; }
static inline WINDOW *easel_curscr(void) { return curscr; }
static inline int easel_colors(void) { return COLORS; }
static inline int easel_color_pairs(void) { return COLOR_PAIRS; }

static const attr_t easel_bold = A_BOLD;
static const attr_t easel_dim = A_DIM;
static const attr_t easel_italic = A_ITALIC;
static const attr_t easel_underline = A_UNDERLINE;
static const attr_t easel_reverse = A_REVERSE;

// A base and its combining marks, ended by 0, with a colour pair of any number.
static inline int easel_set_cell(
  cchar_t *cell, const wchar_t *text, attr_t attributes, int pair) {
  return setcchar(cell, text, attributes, 0, &pair);
}

static inline int easel_put_cells(int row, int column, const cchar_t *cells, int count) {
  return mvwadd_wchnstr(stdscr, row, column, cells, count);
}
