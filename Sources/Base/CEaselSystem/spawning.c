#define _GNU_SOURCE
#include "spawning.h"

#include <fcntl.h>
#include <unistd.h>

int easel_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int easel_close_from(posix_spawn_file_actions_t *actions, int first) {
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
}
