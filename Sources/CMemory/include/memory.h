// How memory is read in time and given back, which Swift cannot say; and `malloc_trim`, which glibc's
// Swift module leaves out.
#pragma once
#include <malloc.h>

// Has all of the program's code read from the disk while it runs. Asked for page by page as it is come
// by, it is read piece by piece, and each piece is waited for, under the first stroke.
void easel_read_code_ahead(void);

// Lets go of all pages of the program's own file and of its libraries that it only read: what the loader
// went through, and code that runs once. What is needed again is mapped again from there, at a
// microsecond a time.
void easel_forget_code(void);
