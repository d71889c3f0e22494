#define _GNU_SOURCE
#include "spawning.h"

#include <errno.h>
#include <stddef.h>
#include <signal.h>
#include <sys/resource.h>

static int limit(int resource, rlim_t soft, rlim_t hard) {
  struct rlimit both = {soft, hard};
  return setrlimit(resource, &both);
}

#ifdef __linux__
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#if defined(__x86_64__)
#define OWN_MACHINE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OWN_MACHINE AUDIT_ARCH_AARCH64
#endif

// Refuses each system call except those that a computation needs. Where the kernel has no filters,
// the limits below stand alone: they hold for files, sockets and memory, and for processes of users
// other than root.
static void filter_calls(void) {
#ifdef OWN_MACHINE
#define ALLOW(call) \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, 1), \
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
  struct sock_filter steps[] = {
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OWN_MACHINE, 1, 0),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL),
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
    ALLOW(read), ALLOW(pread64), ALLOW(write), ALLOW(lseek),
    ALLOW(brk), ALLOW(mmap), ALLOW(munmap), ALLOW(mremap), ALLOW(mprotect), ALLOW(madvise),
    ALLOW(futex), ALLOW(rt_sigreturn), ALLOW(exit), ALLOW(exit_group),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
  };
  struct sock_fprog program = {sizeof steps / sizeof *steps, steps};
  prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
#endif
}
#endif

int easel_confine(size_t memory, unsigned seconds) {
#ifdef __linux__
  if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    return -1;
#endif
  // Beyond the soft limit of time comes SIGXCPU, which says why the process ended.
  if (limit(RLIMIT_AS, memory, memory) != 0 || limit(RLIMIT_CPU, seconds, seconds + 1) != 0
      || limit(RLIMIT_FSIZE, 0, 0) != 0 || limit(RLIMIT_NOFILE, 0, 0) != 0
      || limit(RLIMIT_NPROC, 0, 0) != 0)
    return -1;
#ifdef __linux__
  filter_calls();
#endif
  return 0;
}
