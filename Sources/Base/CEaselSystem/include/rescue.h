// What must be C: code inside signal handlers, where Swift may not run, and calls Swift cannot see.
#pragma once
#include <stddef.h>
#include <termios.h>

// Signals that a program hears of in its own time, one bit each.
enum {
  EASEL_RESIZED = 1,
  EASEL_TERMINATE = 2,
  EASEL_HUNG_UP = 4,
  EASEL_SUSPEND = 8,
  EASEL_CONTINUED = 16,
};

// Hears SIGWINCH, SIGTERM, SIGINT, SIGHUP, SIGTSTP and SIGCONT, and ignores SIGPIPE. Told to end, the
// process has three seconds to do so; then SIGALRM ends it.
// Returns a descriptor that can be read once one of them came, or -1 with errno.
int easel_signals_begin(void);
// The signals that came since the last call.
unsigned easel_signals_take(void);
// Whoever was told of the signals before is told again, and the descriptor is closed.
void easel_signals_end(void);
// Stops this process group as the terminal's own Ctrl-Z would; returns when it is continued, or
// at once where nobody could continue it.
void easel_signals_stop_group(void);

// From now on a crash (ILL, TRAP, SEGV, BUS, FPE, ABRT, QUIT, ALRM; stack overflow of the calling
// thread too) or an `exit` first writes `reset` to `terminal`, 512 bytes at most, and sets `settings`, then goes its
// usual way. Both are copied.
void easel_rescue_arm(
  int terminal, const struct termios *settings, const char *reset, size_t length);
void easel_rescue_disarm(void);
