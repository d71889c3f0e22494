#include "allocations.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_long count;

long easel_allocations(void) { return atomic_load_explicit(&count, memory_order_relaxed); }

#if defined(__GLIBC__)

// glibc's own functions, by the names under which they stay reachable.
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t number, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static void add(void) { atomic_fetch_add_explicit(&count, 1, memory_order_relaxed); }

void *malloc(size_t size) {
  add();
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  add();
  return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
  add();
  return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
  add();
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **block, size_t alignment, size_t size) {
  void *made = memalign(alignment, size);
  if (!made) return ENOMEM;
  *block = made;
  return 0;
}

#endif
