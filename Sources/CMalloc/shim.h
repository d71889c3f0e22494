// What glibc's Swift module leaves out: `malloc_trim`.
#pragma once
#include <malloc.h>
