// Counts the allocations of the process that links this: it has the place of the C library's functions.
#pragma once

// Returns the number of blocks that were allocated so far, by all threads.
long easel_allocations(void);
