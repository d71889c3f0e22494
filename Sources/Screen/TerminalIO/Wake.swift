import CellFrame

/// The reason why `Terminal.wait` returned.
package enum Wake: Hashable, Sendable {
  /// The user typed, pointed at or pasted something, the terminal answered, or the window has
  /// another size.
  case input(InputEvent)
  /// A signal asks the program to stop for a while (SIGTSTP): call `Terminal.suspend`.
  case suspend
  /// A signal asks the program to end (SIGTERM, SIGINT): save and leave within two seconds.
  case terminate
  /// The terminal is gone (SIGHUP, end of input, an input error). Easel writes nothing to it any
  /// more.
  case hangUp
  /// The terminal shows ink in pixels, or does so no more, or it has or has lost some tiles.
  case pixels(PixelNews)
  /// A terminal that was too slow has accepted the last frame. It accepts the next one now.
  case ready
  /// The deadline has come.
  case deadline
  /// One of the other descriptors can be read, or was closed at its far end.
  case readable(Int32)
}

extension Wake {
  /// Removes the letters at the beginning that the user typed one right after another.
  ///
  /// A paste into a terminal without bracketed paste arrives as thousands of keys. Together they cost
  /// no more than one.
  ///
  /// - Returns: the letters; nil if there are fewer than two.
  package static func removeText(from wakes: inout ArraySlice<Wake>) -> String? {
    let characters = wakes.prefix { $0.character != nil }.compactMap(\.character)
    guard characters.count > 1 else { return nil }
    wakes.removeFirst(characters.count)
    return String(characters)
  }

  private var character: Character? {
    if case .input(.key(.character(let character), [])) = self { character } else { nil }
  }
}
