#include "arguments.h"

#include <string.h>
#include <sys/mman.h>

static const char scheme[] = "easel://";
static char **copies;
static int copied;

// Finds the scheme in small or large letters. The bit 32 makes letters small, and keeps the other signs.
static char *find_scheme(char *text) {
  for (; *text != 0; text++) {
    size_t length = 0;
    while (scheme[length] != 0 && (text[length] | 32) == scheme[length]) length++;
    if (scheme[length] == 0) return text;
  }
  return NULL;
}

void easel_hide_tickets(int count, char **arguments) {
  for (int i = 0; i < count; i++) {
    char *ticket = find_scheme(arguments[i]);
    if (ticket == NULL) continue;
    for (char *byte = ticket + sizeof scheme - 1; *byte != 0; byte++) *byte = '*';
  }
}

int easel_arguments(char *const **arguments) {
  *arguments = copies;
  return copied;
}

#if defined(__GLIBC__) || defined(__APPLE__)
// Copies the arguments to memory that no other user sees, and hides the tickets in the originals.
// Makes few calls, because the libraries of the program are not initialised yet.
static void begin(int count, char **arguments, char **environment) {
  (void)environment;
  size_t size = (size_t)count * sizeof *arguments;
  for (int i = 0; i < count; i++) size += strlen(arguments[i]) + 1;
  if (size == 0) return;
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory != MAP_FAILED) {
    copies = memory;
    char *text = (char *)(copies + count);
    for (int i = 0; i < count; i++) {
      copies[i] = text;
      text = stpcpy(text, arguments[i]) + 1;
    }
    copied = count;
  }
  easel_hide_tickets(count, arguments);
}

#ifdef __APPLE__
__attribute__((constructor)) static void begin_early(int count, char **arguments, char **rest) {
  begin(count, arguments, rest);
}
#else
// The loader calls this before the initialisers of all libraries.
__attribute__((section(".preinit_array"), used)) static void (*begin_early)(int, char **, char **) =
  begin;
#endif
#endif
