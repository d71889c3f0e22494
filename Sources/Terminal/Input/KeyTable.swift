import Rendering

/// Keys whose sequences only terminfo knows, by what follows their ESC.
struct KeyTable: Sendable {
  private var presses: [[UInt8]: KeyPress] = [:]

  /// Of several keys for one sequence the first stands.
  init(_ entries: [(sequence: [UInt8], press: KeyPress)] = []) {
    for (sequence, press) in entries where sequence.count > 1 && sequence[0] == 0x1B {
      let rest = Array(sequence.dropFirst())
      if presses[rest] == nil { presses[rest] = press }
    }
  }

  subscript(rest: [UInt8]) -> KeyPress? { presses.isEmpty ? nil : presses[rest] }

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
