#ifndef EASEL_SPAWNING_H
#define EASEL_SPAWNING_H

#include <spawn.h>
#include <stddef.h>

/* Functions of the C library beyond the standards, which Swift does not see. */

/* Makes a pipe that no started program inherits. Returns 0, or -1 with errno. */
int easel_pipe(int ends[2]);

/* Closes the descriptor `first` and all higher ones in a started program. Returns 0 or an error. */
int easel_close_from(posix_spawn_file_actions_t *actions, int first);

/* Limits this process for good: it opens no file and no socket, starts no process, writes no
   file, and ends with the thread that started it. It has so many bytes of addresses and so
   many seconds of processor time. Open descriptors stay open. Call it in a process of one thread.
   Returns 0, or -1 with errno if a limit cannot be set. */
int easel_confine(size_t memory, unsigned seconds);

#endif
