import CEaselNcurses
import EaselPlatform
import SystemFiles

/// The C library's locale, which determines the width of a character.
enum Locale {
  /// Sets the user's locale, and returns whether it is UTF-8. If the environment names no locale,
  /// or the named locale is not installed, assumes that the terminal uses UTF-8, as modern
  /// terminals do.
  static func begin() -> Bool {
    let isKnown = setlocale(LC_ALL, "") != nil
    if isUTF8 { return true }
    let isNamed = ["LC_ALL", "LC_CTYPE", "LANG"].contains { Environment[$0] != nil }
    guard !isKnown || !isNamed else { return false }
    return setlocale(LC_CTYPE, "C.UTF-8") != nil && isUTF8
  }

  /// Whether the C library knows this character as one column wide. ncurses does not write a
  /// character that the C library does not know.
  static func knows(_ character: Unicode.Scalar) -> Bool {
    easel_columns(wchar_t(bitPattern: character.value)) == 1
  }

  private static var isUTF8: Bool {
    guard let name = nl_langinfo(nl_item(CODESET)) else { return false }
    return strcmp(name, "UTF-8") == 0
  }
}
