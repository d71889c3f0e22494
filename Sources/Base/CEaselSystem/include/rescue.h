// The code that must be C: signal handlers, in which Swift must not run, and calls that Swift
// cannot import.
#pragma once
#include <stddef.h>
#include <termios.h>

// The signals that the handlers store until the program asks for them, one bit each.
enum {
  EASEL_RESIZED = 1,
  EASEL_TERMINATE = 2,
  EASEL_HUNG_UP = 4,
  EASEL_SUSPEND = 8,
  EASEL_CONTINUED = 16,
};

// Handles SIGWINCH, SIGTERM, SIGINT, SIGHUP, SIGTSTP and SIGCONT from now on, and ignores SIGPIPE.
// After SIGTERM, SIGINT or SIGHUP the process has three seconds to end; then SIGALRM ends it.
// Returns a descriptor that is readable once a signal has come, or -1 with errno.
int easel_signals_begin(void);
// Returns the signals that came since the last call, and forgets them.
unsigned easel_signals_take(void);
// Installs the earlier signal handlers again, and closes the descriptor.
void easel_signals_end(void);
// Stops this process group, as Ctrl-Z at the terminal would. Returns when the group is continued;
// returns at once if no process could continue it.
void easel_signals_stop_group(void);

// From now on, every signal that ends the process, and `exit`, first restores the terminal, and then
// has its usual effect. A stack overflow of the calling thread is handled, too. Ignored signals stay
// ignored. Handlers of HUP, INT, TERM and PIPE stay: they end the process in order. To restore means
// to write `reset`, at most 512 bytes, to `terminal`, and to set `settings`. Both are copied.
void easel_rescue_arm(
  int terminal, const struct termios *settings, const char *reset, size_t length);
void easel_rescue_disarm(void);
