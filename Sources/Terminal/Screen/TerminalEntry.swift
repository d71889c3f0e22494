import CNcurses
import Rendering

/// The terminfo entry to draw by, and what it can do.
struct TerminalEntry: Sendable {
  let name: String
  let depth: ColorDepth
  let hasMouse: Bool
  /// Whether questions and private modes are understood rather than shown as text.
  let isXtermLike: Bool
  let keys: [(sequence: [UInt8], press: KeyPress)]
  let capabilities: Capabilities

  /// - Parameters:
  ///   - term: `TERM`
  ///   - colorterm: `COLORTERM`
  ///   - noColor: whether `NO_COLOR` is set and not empty
  ///   - depth: what the caller insists on
  static func find(
    term: String, colorterm: String, noColor: Bool, depth wanted: ColorDepth?
  ) throws(TerminalError) -> TerminalEntry {
    guard !term.isEmpty else { throw .unnamed }
    let isTrue = colorterm == "truecolor" || colorterm == "24bit"
    if wanted == .direct || (wanted == nil && isTrue && !noColor) {
      for name in directNames(of: term) where open(name) {
        defer { easel_close_entry() }
        if let capabilities = Capabilities() {
          return TerminalEntry(name: name, depth: .direct, capabilities)
        }
      }
    }
    guard open(term) else { throw term == "dumb" ? .dumb(term) : .unknown(term) }
    defer { easel_close_entry() }
    guard let capabilities = Capabilities() else { throw .dumb(term) }
    let most = capabilities.hasColors ? depth(colors: Int(tigetnum("colors"))) : .none
    let depth = noColor && wanted == nil ? .none : least(wanted, most)
    return TerminalEntry(name: term, depth: depth, capabilities)
  }

  /// From the entry that is open.
  private init(name: String, depth: ColorDepth, _ capabilities: Capabilities) {
    self.name = name
    self.depth = depth
    self.capabilities = capabilities
    // The Linux console and old terminals send no reports, and some print what they do not know.
    isXtermLike = Self.text("kmous") != nil && !name.hasPrefix("linux")
    hasMouse = isXtermLike
    keys = KeyTable.capabilities.compactMap { name, press in
      Self.text(name).map { ($0, press) }
    }
  }

  /// Under which names terminfo may keep the variant with direct colour.
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

  private static func depth(colors: Int) -> ColorDepth {
    switch colors {
    case 65_536...: .direct
    case 256...: .indexed256
    case 16...: .ansi16
    case 8...: .ansi8
    default: .none
    }
  }

  /// What is wanted, if the terminal has it.
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

  /// A capability of the entry that is open; nil where it lacks it.
  static func text(_ name: String) -> [UInt8]? {
    guard let found = tigetstr(name), Int(bitPattern: found) != -1 else { return nil }
    return Array(String(cString: found).utf8)
  }
}
