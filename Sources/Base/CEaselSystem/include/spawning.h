#ifndef EASEL_SPAWNING_H
#define EASEL_SPAWNING_H

#include <spawn.h>

/* What the C library offers to programs that ask for more than the standards, which Swift does not. */

/* A pipe that no program started meanwhile inherits; 0, or -1 and errno. */
int easel_pipe(int ends[2]);

/* A program that is started has nothing open from this descriptor on; 0 or an error. */
int easel_close_from(posix_spawn_file_actions_t *actions, int first);

#endif
