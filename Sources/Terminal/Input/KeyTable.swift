import Rendering

/// Keys whose sequences only terminfo knows, by what follows their ESC.
struct KeyTable: Sendable {
  /// Few enough to be looked through.
  private let presses: [(rest: ArraySlice<UInt8>, press: KeyPress)]

  init(_ entries: [(sequence: [UInt8], press: KeyPress)] = []) {
    presses = entries.filter { $0.sequence.count > 1 && $0.sequence[0] == 0x1B }
      .map { ($0.sequence.dropFirst(), $0.press) }
  }

  /// Of several keys for one sequence the first stands.
  subscript(rest: [UInt8]) -> KeyPress? { presses.first { $0.rest.elementsEqual(rest) }?.press }

  /// terminfo's names.
  static let capabilities: [(name: String, press: KeyPress)] =
    [
      ("kcuu1", KeyPress(.up)), ("kcud1", KeyPress(.down)), ("kcub1", KeyPress(.left)),
      ("kcuf1", KeyPress(.right)), ("khome", KeyPress(.home)), ("kend", KeyPress(.end)),
      ("kpp", KeyPress(.pageUp)), ("knp", KeyPress(.pageDown)), ("kich1", KeyPress(.insert)),
      ("kdch1", KeyPress(.delete)), ("kcbt", KeyPress(.backTab)), ("kent", KeyPress(.enter)),
      ("kri", KeyPress(.up, .shift)), ("kind", KeyPress(.down, .shift)),
      ("kLFT", KeyPress(.left, .shift)), ("kRIT", KeyPress(.right, .shift)),
      ("kHOM", KeyPress(.home, .shift)), ("kEND", KeyPress(.end, .shift)),
    ] + (1...24).map { ("kf\($0)", KeyPress(.function($0))) }
}
