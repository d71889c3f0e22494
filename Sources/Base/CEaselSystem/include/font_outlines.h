// The parts of FreeType and fontconfig that Easel uses. It opens these libraries when it needs
// them, so their headers are not needed. The records end behind the last field that Easel reads;
// the libraries keep the order of these fields.
#pragma once

#include <stdint.h>

struct easel_font_vector {
  long x;
  long y;
};

struct easel_font_generic {
  void *_Null_unspecified data;
  void *_Null_unspecified finalizer;
};

// FT_Outline.
struct easel_font_outline {
  short contours;
  short points;
  void *_Null_unspecified places;
  void *_Null_unspecified tags;
  void *_Null_unspecified ends;
  int flags;
};

// FT_GlyphSlotRec.
struct easel_font_slot {
  void *_Null_unspecified library;
  void *_Null_unspecified face;
  void *_Null_unspecified next;
  unsigned int index;
  struct easel_font_generic generic;
  // Width, height, bearings and advance of a level line, then those of an upright line.
  long metrics[8];
  long linear_advances[2];
  struct easel_font_vector advance;
  uint32_t format;
  struct {
    unsigned int rows;
    unsigned int width;
    int pitch;
    void *_Null_unspecified buffer;
    unsigned short grays;
    unsigned char mode;
    unsigned char palette_mode;
    void *_Null_unspecified palette;
  } bitmap;
  int bitmap_left;
  int bitmap_top;
  struct easel_font_outline outline;
};

// FT_FaceRec.
struct easel_font_face {
  long count;
  long index;
  long flags;
  long style;
  long glyphs;
  void *_Null_unspecified family_name;
  void *_Null_unspecified style_name;
  int sizes;
  void *_Null_unspecified size_list;
  int maps;
  void *_Null_unspecified map_list;
  struct easel_font_generic generic;
  long bounds[4];
  // The units of the outline per size of the font.
  unsigned short units;
  short ascender;
  short descender;
  short height;
  short width_max;
  short height_max;
  short underline;
  short underline_width;
  struct easel_font_slot *_Null_unspecified slot;
};

// FT_Outline_Funcs: the steps of an outline. A step that does not return 0 ends the outline.
struct easel_font_steps {
  int (*_Nonnull move)(const struct easel_font_vector *_Nonnull to, void *_Nonnull user);
  int (*_Nonnull line)(const struct easel_font_vector *_Nonnull to, void *_Nonnull user);
  int (*_Nonnull conic)(
      const struct easel_font_vector *_Nonnull control, const struct easel_font_vector *_Nonnull to,
      void *_Nonnull user);
  int (*_Nonnull cubic)(
      const struct easel_font_vector *_Nonnull first,
      const struct easel_font_vector *_Nonnull second, const struct easel_font_vector *_Nonnull to,
      void *_Nonnull user);
  int shift;
  long delta;
};
