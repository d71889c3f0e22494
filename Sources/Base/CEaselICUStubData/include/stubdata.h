#pragma once

// Foundation's ICU carries 34 MB of data about languages and calendars. A program that is linked
// statically with this module contains an empty table instead; ICU calls such a table stub data.
// Without data, ICU formats and compares text by plain rules. Use this module only in a program
// that formats no date, number or text by the rules of a language.
//
// The name of the symbol contains ICU's version. If a later Swift has another version, the program
// works as before and is larger.
extern const struct easel_icu_data icudt76_dat;
