import CEaselNcurses
import EaselPlatform
import SystemFiles

/// The C library's locale, which decides how wide a character is.
enum Locale {
  /// Sets the user's locale, and returns whether it is UTF-8. If none is named, or the named one is
  /// not installed, it relies on the terminal to use UTF-8, as terminals of today do.
  static func begin() -> Bool {
    let isKnown = setlocale(LC_ALL, "") != nil
    if isUTF8 { return true }
    let isNamed = ["LC_ALL", "LC_CTYPE", "LANG"].contains { Environment[$0] != nil }
    guard !isKnown || !isNamed else { return false }
    return setlocale(LC_CTYPE, "C.UTF-8") != nil && isUTF8
  }

  private static var isUTF8: Bool {
    guard let name = nl_langinfo(nl_item(CODESET)) else { return false }
    return strcmp(name, "UTF-8") == 0
  }
}
