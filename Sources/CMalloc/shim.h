// How memory is given back: `malloc_trim`, which glibc's Swift module leaves out, and what Swift cannot say.
#pragma once
#include <malloc.h>
#include <stdint.h>
#include <sys/mman.h>

// Set by the linker: where the program's own file begins in memory, and where its code ends. All
// between is read only.
extern const char __executable_start[], etext[];

// Lets go of all pages of the program's own file that it only read: what the loader went through, and
// code that runs once. What is needed again is mapped again from there, at a microsecond a time.
static inline void easel_forget_code(void) {
  uintptr_t page = 4096, end = (uintptr_t)etext / page * page;
  madvise((void *)__executable_start, end - (uintptr_t)__executable_start, MADV_DONTNEED);
}
