#define _GNU_SOURCE
#include "memory.h"

#include <link.h>
#include <stdint.h>
#include <sys/mman.h>

static const uintptr_t page = 4096;

// Set by the linker: where the program's own file begins in memory, and where its code ends.
extern const char __executable_start[], etext[];

void easel_read_code_ahead(void) {
  const uintptr_t piece = 1 << 17; // What Linux reads at one request on every device.
  uintptr_t end = (uintptr_t)etext;
  for (uintptr_t at = (uintptr_t)__executable_start / page * page; at < end; at += piece)
    madvise((void *)at, end - at < piece ? end - at : piece, MADV_WILLNEED);
}

static int forget(struct dl_phdr_info *file, size_t size, void *nothing) {
  for (int i = 0; i < file->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &file->dlpi_phdr[i];
    if (part->p_type != PT_LOAD || part->p_flags & PF_W) continue;
    uintptr_t begin = (file->dlpi_addr + part->p_vaddr) / page * page;
    uintptr_t end = (file->dlpi_addr + part->p_vaddr + part->p_memsz) / page * page;
    if (begin < end) madvise((void *)begin, end - begin, MADV_DONTNEED);
  }
  return 0;
}

void easel_forget_code(void) { dl_iterate_phdr(forget, NULL); }
