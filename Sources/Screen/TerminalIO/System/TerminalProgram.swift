import CellFrame

extension BlockSupport {
  /// The terminals that draw sextants themselves, by the first part of `TERM`. A terminal also
  /// keeps its name over ssh in this variable only.
  private static let drawingTerms = [
    "xterm-kitty", "foot", "wezterm", "xterm-ghostty", "ghostty", "contour",
  ]
  /// The same terminals by `TERM_PROGRAM`.
  private static let drawingPrograms = ["wezterm", "ghostty", "contour", "foot", "kitty"]
  /// The first version of VTE that draws sextants, 0.62, as `VTE_VERSION` counts.
  private static let vteVersion = 6200

  /// Returns the blocks that the terminal draws, as far as the environment shows. Inside tmux and
  /// screen, the environment may name a terminal to which the session is no longer attached.
  ///
  /// Windows Terminal takes sextants from a font that leaves gaps, so it is not among the known
  /// terminals.
  package static func find(_ environment: (String) -> String?) -> BlockSupport {
    func value(_ name: String) -> String { environment(name) ?? "" }
    let term = value("TERM")
    func isTerm(_ name: String) -> Bool { TermName.matches(term, name) }
    if isTerm("linux") { return .halves }
    if Multiplexer.isAround(environment) { return .unknown }
    if drawingTerms.contains(where: isTerm) { return .sextants }
    // The variables below may come from a terminal in which another one was started. A terminal
    // with a name of its own in `TERM` is none of these.
    guard isTerm("xterm"), value("XTERM_VERSION").isEmpty else { return .unknown }
    if drawingPrograms.contains(value("TERM_PROGRAM").lowercased()) { return .sextants }
    if let version = Int(value("VTE_VERSION")), version >= vteVersion { return .sextants }
    return .unknown
  }
}

/// A program such as tmux between Easel and the terminal. It draws what it understands itself.
enum Multiplexer {
  static func isAround(_ environment: (String) -> String?) -> Bool {
    let term = environment("TERM") ?? ""
    return TermName.matches(term, "tmux") || TermName.matches(term, "screen")
      || ["TMUX", "STY"].contains { !(environment($0) ?? "").isEmpty }
  }
}

/// The names of terminfo entries: a terminal, and variants with a hyphen.
private enum TermName {
  static func matches(_ term: String, _ name: String) -> Bool {
    term == name || term.hasPrefix(name + "-")
  }
}
