#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "rescue.h"

static const struct {
  int number;
  unsigned bit;
} heard[] = {
  {SIGWINCH, EASEL_RESIZED}, {SIGTERM, EASEL_TERMINATE}, {SIGINT, EASEL_TERMINATE},
  {SIGHUP, EASEL_HUNG_UP},   {SIGTSTP, EASEL_SUSPEND},   {SIGCONT, EASEL_CONTINUED},
};
// Two seconds for saving, and one second for restoring the terminal.
enum { SECONDS_TO_END = 3 };
enum { HEARD = sizeof heard / sizeof heard[0] };

static struct sigaction before[HEARD];
static struct sigaction pipe_before;
static unsigned came;
static int event = -1;

static void hear(int number) {
  int saved = errno;
  for (int i = 0; i < HEARD; i++) {
    if (heard[i].number != number) continue;
    __atomic_fetch_or(&came, heard[i].bit, __ATOMIC_SEQ_CST);
    if (heard[i].bit & (EASEL_TERMINATE | EASEL_HUNG_UP)) alarm(SECONDS_TO_END);
  }
  uint64_t one = 1;
  // A write fails only if the counter is full; the waiting thread is awake then.
  ssize_t written = write(event, &one, sizeof one);
  (void)written;
  errno = saved;
}

int easel_signals_begin(void) {
  event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (event < 0) return -1;
  struct sigaction action = {.sa_handler = hear, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < HEARD; i++) {
    sigaction(heard[i].number, &action, &before[i]);
    // A program under nohup must keep ignoring SIGHUP.
    if (heard[i].number == SIGHUP && before[i].sa_handler == SIG_IGN)
      sigaction(SIGHUP, &before[i], NULL);
  }
  struct sigaction ignore = {.sa_handler = SIG_IGN};
  sigaction(SIGPIPE, &ignore, &pipe_before);
  return event;
}

unsigned easel_signals_take(void) {
  uint64_t count;
  ssize_t taken = read(event, &count, sizeof count);
  (void)taken;
  return __atomic_exchange_n(&came, 0, __ATOMIC_SEQ_CST);
}

void easel_signals_end(void) {
  if (event < 0) return;
  for (int i = 0; i < HEARD; i++) sigaction(heard[i].number, &before[i], NULL);
  sigaction(SIGPIPE, &pipe_before, NULL);
  close(event);
  event = -1;
}

void easel_signals_stop_group(void) {
  struct sigaction action = {.sa_handler = SIG_IGN}, ours;
  sigemptyset(&action.sa_mask);
  // First stop the other processes of the group. Then stop this thread itself, so that it does
  // not go on before the stop.
  sigaction(SIGTSTP, &action, &ours);
  kill(0, SIGTSTP);
  action.sa_handler = SIG_DFL;
  sigaction(SIGTSTP, &action, NULL);
  raise(SIGTSTP);
  sigaction(SIGTSTP, &ours, NULL);
}
