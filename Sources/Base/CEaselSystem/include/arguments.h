// The arguments of this process, which the list of processes shows to all users of the machine.
#pragma once

// Overwrites each ticket in the arguments: all bytes after `easel://`, in small or large letters,
// become asterisks.
void easel_hide_tickets(int count, char *_Nullable *_Nonnull arguments);

// Returns the number of the arguments as they were before the tickets in them were hidden, and
// their texts. With glibc and on macOS, the loader hides the tickets before any code of the program
// runs. Elsewhere the number is 0, and nothing is hidden.
int easel_arguments(char *_Nullable const *_Nullable *_Nonnull arguments);
