#pragma once

// A part of glibc that its Swift module leaves out.
#include <sys/statfs.h>
