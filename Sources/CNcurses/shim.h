// terminfo, and functions where C has macros or variable arguments that Swift cannot see.
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

// A capability with two numbers in place, in memory that the next call uses again; or NULL.
static inline const char *easel_expand(const char *text, long first, long second) {
  return tparm((char *)text, first, second, 0L, 0L, 0L, 0L, 0L, 0L, 0L);
}
