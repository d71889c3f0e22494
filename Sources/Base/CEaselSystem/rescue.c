#include "rescue.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SIGNALS = 128 };

static struct sigaction before[SIGNALS];
static bool is_installed;
static char stack[64 * 1024];

static int terminal;
static struct termios settings;
static char reset[512];
static size_t reset_length;
static int is_armed;

// Restores the terminal. Makes only calls that POSIX allows in a signal handler, and ends within
// about a second.
static void give_back(void) {
  if (!__atomic_exchange_n(&is_armed, 0, __ATOMIC_SEQ_CST)) return;
  // A slow terminal may not have received the whole last frame. Drop the rest of the frame, so
  // that the reset does not wait for it.
  tcflush(terminal, TCOFLUSH);
  size_t done = 0;
  for (int tries = 0; done < reset_length && tries < 20; tries++) {
    ssize_t count = write(terminal, reset + done, reset_length - done);
    if (count > 0) {
      done += (size_t)count;
      continue;
    }
    if (errno != EAGAIN && errno != EINTR) break;
    struct pollfd room = {.fd = terminal, .events = POLLOUT};
    poll(&room, 1, 50);
  }
  tcsetattr(terminal, TCSANOW, &settings);
}

static void crash(int number, siginfo_t *info, void *context) {
  (void)context;
  int saved = errno;
  give_back();
  sigaction(number, &before[number], NULL);
  errno = saved;
  // A fault happens again after this handler returns, and the earlier handler then receives it.
  // A signal that a process sent, or a trap, does not happen again, so it is raised here.
  bool is_fault = number == SIGILL || number == SIGSEGV || number == SIGBUS || number == SIGFPE;
  if (!is_fault || info->si_code <= 0) raise(number);
}

// Whether the signal leaves the process running unless the process handles it, or cannot be handled.
static bool is_harmless(int number) {
  switch (number) {
  case SIGCHLD: case SIGCONT: case SIGURG: case SIGWINCH:
  case SIGSTOP: case SIGTSTP: case SIGTTIN: case SIGTTOU: case SIGKILL: return true;
  default: return false;
  }
}

// Whether the handler that the signal has already must not be replaced. Such a handler ends the
// process later, in order. The handlers of the other signals only write a report.
static bool is_heard(int number) {
  return number == SIGHUP || number == SIGINT || number == SIGTERM || number == SIGPIPE;
}

static void install(void) {
  stack_t current;
  if (sigaltstack(NULL, &current) == 0
      && ((current.ss_flags & SS_DISABLE) || current.ss_size < sizeof stack)) {
    stack_t ours = {.ss_sp = stack, .ss_size = sizeof stack};
    sigaltstack(&ours, NULL);
  }
  struct sigaction action = {.sa_sigaction = crash, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigfillset(&action.sa_mask);
  for (int number = 1; number < SIGNALS; number++) {
    // An ignored signal stays ignored: it does not end the process.
    if (is_harmless(number) || sigaction(number, NULL, &before[number]) != 0
        || before[number].sa_handler == SIG_IGN
        || (is_heard(number) && before[number].sa_handler != SIG_DFL)) continue;
    sigaction(number, &action, NULL);
  }
  atexit(give_back);
  is_installed = true;
}

void easel_rescue_arm(
  int descriptor, const struct termios *found, const char *string, size_t length) {
  terminal = descriptor;
  settings = *found;
  reset_length = length < sizeof reset ? length : sizeof reset;
  memcpy(reset, string, reset_length);
  if (!is_installed) install();
  __atomic_store_n(&is_armed, 1, __ATOMIC_SEQ_CST);
}

void easel_rescue_disarm(void) { __atomic_store_n(&is_armed, 0, __ATOMIC_SEQ_CST); }
