// What libdispatch gives to run loops, Foundation's among them, and not in a header of its own.
#pragma once

// A descriptor that is readable while the main queue has something to do.
int _dispatch_get_main_queue_handle_4CF(void);
// Does all of it. Only on the main thread.
void _dispatch_main_queue_callback_4CF(void *_Null_unspecified message);
