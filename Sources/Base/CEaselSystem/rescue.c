#include "rescue.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const int deadly[] = {
  SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2,
};
enum { DEADLY = sizeof deadly / sizeof deadly[0] };

static struct sigaction before[DEADLY];
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
  for (int i = 0; i < DEADLY; i++)
    if (deadly[i] == number) sigaction(number, &before[i], NULL);
  errno = saved;
  // A fault happens again after this handler returns, and the earlier handler then receives it.
  // A signal that a process sent, or a trap, does not happen again, so it is raised here.
  bool is_fault = number == SIGILL || number == SIGSEGV || number == SIGBUS || number == SIGFPE;
  if (!is_fault || info->si_code <= 0) raise(number);
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
  for (int i = 0; i < DEADLY; i++) sigaction(deadly[i], &action, &before[i]);
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
