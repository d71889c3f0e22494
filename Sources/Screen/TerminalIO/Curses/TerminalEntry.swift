import CEaselNcurses
import CellFrame

/// The terminfo entry that ncurses uses to draw, and the colours to use with it.
struct TerminalEntry: Sendable {
  let name: String
  let depth: ColorDepth
  /// Whether the terminal understands xterm's private modes and queries, including the mouse, and
  /// does not show them as text.
  let isXtermLike: Bool
  let hasAlternateScreen: Bool
  /// Whether reversed cells cannot have colours.
  let lacksColoredReverse: Bool
  /// Whether a character in the last cell scrolls the screen, and the entry has no way to prevent
  /// this.
  let cornerScrolls: Bool

  /// Whether the terminal can hide its cursor.
  let canHideCursor: Bool

  var hasMouse: Bool { isXtermLike }
  /// Whether the terminal may have direct colour although nothing says so.
  var mayHaveMoreColors: Bool { isXtermLike && depth != .direct && depth != .none }

  /// - Parameters:
  ///   - term: `TERM`
  ///   - colorterm: `COLORTERM`
  ///   - noColor: whether `NO_COLOR` is set and not empty
  ///   - wanted: the depth that the caller asks for; nil for the depth from the environment
  static func find(
    term: String, colorterm: String, noColor: Bool, depth wanted: ColorDepth?
  ) throws(TerminalError) -> TerminalEntry {
    guard !term.isEmpty else { throw .unnamed }
    let isTrue = colorterm == "truecolor" || colorterm == "24bit"
    if wanted == .direct || (wanted == nil && isTrue && !noColor), let direct = direct(of: term) {
      return direct
    }
    guard open(term) else { throw term == "dumb" ? .dumb(term) : .unknown(term) }
    defer { easel_close_entry() }
    guard has("cup") else { throw .dumb(term) }
    let depth = noColor && wanted == nil ? .none : least(wanted, Self.most)
    return TerminalEntry(name: term, depth: depth)
  }

  /// Returns the entry with direct colour for a terminal, or nil if terminfo has none. Must be
  /// called before `newterm`, because it changes ncurses' current entry.
  static func direct(of term: String) -> TerminalEntry? {
    for name in directNames(of: term) where open(name) {
      defer { easel_close_entry() }
      if has("cup") { return TerminalEntry(name: name, depth: .direct) }
    }
    return nil
  }

  /// Reads the entry that is open.
  private init(name: String, depth: ColorDepth) {
    self.name = name
    self.depth = depth
    // The Linux console and old terminals send no reports. Some of them print unknown sequences as
    // text.
    isXtermLike = Self.has("kmous") && !name.hasPrefix("linux")
    canHideCursor = Self.has("civis")
    hasAlternateScreen = Self.has("smcup") && Self.has("rmcup")
    let uncolored = tigetnum("ncv")
    lacksColoredReverse = uncolored > 0 && uncolored & 4 != 0
    cornerScrolls = Self.isTrue("am") && !Self.isTrue("xenl") && !Self.has("rmam")
  }

  /// Returns the names that the variant with direct colour may have in terminfo.
  static func directNames(of term: String) -> [String] {
    var base = term
    for ending in ["-256color", "-16color", "-88color", "-color", "-direct"]
    where base.hasSuffix(ending) {
      base.removeLast(ending.utf8.count)
      break
    }
    let short = base.hasPrefix("xterm-") ? String(base.dropFirst(6)) : base
    return base == short ? ["\(base)-direct"] : ["\(base)-direct", "\(short)-direct"]
  }

  /// The depth of the entry that is open. On some terminals an attribute needs its own cell and
  /// moves everything beside it. On such a terminal Easel draws without colours.
  private static var most: ColorDepth {
    guard has("setaf"), has("setab"), tigetnum("xmc") < 0 else { return .none }
    return switch tigetnum("colors") {
    case 65_536...: .direct
    case 256...: .indexed256
    case 16...: .ansi16
    case 8...: .ansi8
    default: .none
    }
  }

  /// Returns the wanted depth, or the terminal's depth if the terminal has fewer colours.
  private static func least(_ wanted: ColorDepth?, _ most: ColorDepth) -> ColorDepth {
    let order = ColorDepth.allCases
    guard let wanted, let a = order.firstIndex(of: wanted), let b = order.firstIndex(of: most)
    else { return most }
    return order[max(a, b)]
  }

  private static func open(_ name: String) -> Bool {
    var status: Int32 = 0
    return setupterm(name, 1, &status) == 0
  }

  /// Returns a string capability of the entry that is open; empty if the entry lacks it.
  static func text(_ name: String) -> [UInt8] {
    guard let found = tigetstr(name), Int(bitPattern: found) != -1 else { return [] }
    return Array(String(cString: found).utf8)
  }

  private static func has(_ name: String) -> Bool { !text(name).isEmpty }

  private static func isTrue(_ name: String) -> Bool { tigetflag(name) > 0 }
}
