import BoardDocument
import BoardModel
import EaselBase

/// The name of an exported file: the first words on the board, joined by hyphens, or else the board's
/// name.
package struct ExportFileName: Hashable, Sendable {
  private let stem: String
  /// The sign before a number.
  private let joint: String

  /// The greatest length of words in a name, in characters.
  private static let wordsMax = 40

  package init(of picture: Picture, name: SafeText) {
    let words = BoardGlance.firstWords(of: picture).flatMap { Self.stem(of: $0.string) }
    stem = words ?? BoardFileName(near: name.string)?.string ?? "board"
    joint = words == nil ? " " : "-"
  }

  /// Returns the name of the file with a number; the first file shows no number.
  package func string(number: Int, ending: String) -> String {
    stem + (number == 1 ? "" : "\(joint)\(number)") + "." + ending
  }

  /// Returns as many words as a name may have; nil if they make no name. Only letters and numbers are kept,
  /// so that no program takes another sign for an option, a folder or a pattern.
  private static func stem(of text: String) -> String? {
    let words = text.split { !$0.isLetter && !$0.isNumber }
    guard let first = words.first else { return nil }
    var stem = String(first.prefix(wordsMax))
    for word in words.dropFirst() {
      guard stem.count + 1 + word.count <= wordsMax else { break }
      stem += "-" + word
    }
    return BoardFileName(stem)?.string
  }
}
