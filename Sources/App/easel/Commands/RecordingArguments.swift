import ArgumentParser
import BoardFilm
import FilmRecording

/// The form in which `easel record` prints the history of a board.
enum RecordingFormat: String, CaseIterable, ExpressibleByArgument {
  /// A script for `easel play`.
  case script
  /// A recording for `asciinema` and its players.
  case cast
  /// An animated picture.
  case svg

  /// The format in a sentence.
  var title: String {
    switch self {
    case .script: "a script"
    case .cast: "a cast"
    case .svg: "an SVG"
    }
  }
}

/// A time as a user writes it: `90s`, `90`, `1:30` or `1:02:03`.
struct TimeArgument: Hashable {
  let milliseconds: Int64

  static let expected = "a time like 90s or 1:30, at most 1000 hours"
  private static let secondsMax: Int64 = 3_600_000

  static func parsing(_ text: String) throws -> TimeArgument {
    let text = text.hasSuffix("s") && !text.contains(":") ? text.dropLast() : text[...]
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let decimals = parts.last?.split(separator: ".", omittingEmptySubsequences: false) ?? []
    let whole = parts.dropLast() + decimals.prefix(1)
    var seconds: Int64 = 0
    for (index, part) in whole.enumerated() {
      guard let number = number(part), number <= secondsMax, index == 0 || number < 60 else {
        throw ArgumentError(description: "expected \(expected)")
      }
      seconds = seconds * 60 + number
    }
    let fraction = decimals.count == 2 ? decimals[1] : "0"
    guard parts.count <= 3, decimals.count <= 2, fraction.count <= 3, seconds <= secondsMax,
      let thousandths = number(fraction + String(repeating: "0", count: 3 - fraction.count))
    else { throw ArgumentError(description: "expected \(expected)") }
    return TimeArgument(milliseconds: seconds * 1_000 + thousandths)
  }

  private static func number(_ digits: some StringProtocol) -> Int64? {
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return Int64(digits)
  }

  /// The time as `1:30`, rounded up to whole seconds.
  static func text(_ milliseconds: Int64) -> String {
    let seconds = (milliseconds + 999) / 1_000
    func padded(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
    return hours > 0
      ? "\(hours):\(padded(minutes)):\(padded(seconds % 60))"
      : "\(minutes):\(padded(seconds % 60))"
  }
}

/// A speed as a user writes it: `4`, `0.5` or `4x`.
struct SpeedArgument: Hashable {
  let factor: Double

  static let expected = "a speed like 2 or 0.5, from 0.25 to 64"

  static func parsing(_ text: String) throws -> SpeedArgument {
    let digits = text.hasSuffix("x") ? text.dropLast() : text[...]
    guard digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
      let factor = Double(digits), FilmCut.speeds.contains(factor)
    else { throw ArgumentError(description: "expected \(expected)") }
    return SpeedArgument(factor: factor)
  }
}
