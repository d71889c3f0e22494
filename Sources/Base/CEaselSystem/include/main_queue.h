// Functions of libdispatch for run loops, such as Foundation's. No header of libdispatch declares
// them.
#pragma once

// A descriptor that is readable while the main queue has something to do.
int _dispatch_get_main_queue_handle_4CF(void);
// Runs all work of the main queue. Call it only on the main thread.
void _dispatch_main_queue_callback_4CF(void *_Null_unspecified message);
