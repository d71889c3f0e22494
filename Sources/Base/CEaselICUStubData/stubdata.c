#include "stubdata.h"

#include <stdint.h>

// The layout is that of ICU's source/stubdata/stubdata.cpp: a header, and a table of contents.
struct easel_icu_data {
  uint16_t header_size;
  uint8_t magic[2];
  uint16_t info_size, reserved;
  uint8_t is_big_endian, character_set, character_size, reserved_byte;
  uint8_t format[4], format_version[4], data_version[4];
  uint8_t padding[8];
  uint32_t entry_count, reserved_count;
};

// The symbol is hidden, so that a dynamic Foundation keeps its own data.
__attribute__((visibility("hidden"), aligned(16))) const struct easel_icu_data icudt76_dat = {
  .header_size = 32,
  .magic = {0xda, 0x27},
  .info_size = 20,
  .is_big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__,
  .character_size = 2,
  .format = {'T', 'o', 'C', 'P'},
  .format_version = {1},
};
