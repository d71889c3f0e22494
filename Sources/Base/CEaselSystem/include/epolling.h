#pragma once

// Parts of glibc that its Swift module leaves out.
#include <malloc.h>
#include <sys/epoll.h>
