#ifndef EASEL_SPAWNING_H
#define EASEL_SPAWNING_H

#include <spawn.h>

/* Functions of the C library beyond the standards, which Swift does not see. */

/* Makes a pipe that no started program inherits. Returns 0, or -1 with errno. */
int easel_pipe(int ends[2]);

/* Closes the descriptor `first` and all higher ones in a started program. Returns 0 or an error. */
int easel_close_from(posix_spawn_file_actions_t *actions, int first);

#endif
