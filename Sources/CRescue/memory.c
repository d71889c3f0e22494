#define _GNU_SOURCE
#include <sys/mman.h>

#include "rescue.h"

int easel_memory_file(void) { return memfd_create("easel", MFD_CLOEXEC); }
