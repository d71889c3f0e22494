#define _GNU_SOURCE
#include "memory.h"

#include <link.h>
#include <stdint.h>
#include <sys/mman.h>

static const uintptr_t page = 4096;

static int read_ahead(struct dl_phdr_info *file, size_t size, void *nothing) {
  const uintptr_t piece = 1 << 17; // What Linux reads at one request on every device.
  for (int i = 0; i < file->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &file->dlpi_phdr[i];
    if (part->p_type != PT_LOAD || !(part->p_flags & PF_X)) continue;
    uintptr_t begin = (file->dlpi_addr + part->p_vaddr) / page * page;
    uintptr_t end = file->dlpi_addr + part->p_vaddr + part->p_memsz;
    for (uintptr_t at = begin; at < end; at += piece)
      madvise((void *)at, end - at < piece ? end - at : piece, MADV_WILLNEED);
  }
  return 1; // The program's own file is the first.
}

void easel_read_code_ahead(void) { dl_iterate_phdr(read_ahead, NULL); }

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
