import CellFrame
import EaselBase
import TOMLKit

/// A fault in a theme's file, and its place.
public struct ThemeComplaint: Error, Hashable, CustomStringConvertible, Sendable {
  /// The name of the file to show to the user.
  public let file: SafeText
  /// The place in the file: a line and a column, or a dotted key. Nil for the file as a whole.
  public let position: SafeText?
  /// The fault in words, such as “expected true or false”.
  public let expected: SafeText

  /// The file, the place and the fault, separated by colons.
  public var description: String {
    [file.string, position?.string, expected.string].compactMap { $0 }.joined(separator: ": ")
  }
}

extension Theme {
  /// Maximum bytes in a theme's file.
  public static let bytesMax = 64 * 1_024
  /// Maximum keys in all tables of a theme's file. The reader ignores further keys.
  public static let keysMax = 1_024

  /// Reads a theme.
  ///
  /// If the file leaves out a value, the default theme's value is used. Every complaint names an
  /// entry that was not used.
  ///
  /// - Parameters:
  ///   - name: the theme's name: its file's name without the extension.
  ///   - file: the file's name in complaints.
  /// - Throws: a complaint if the text as a whole cannot be used: it is not TOML, too long or not
  ///   UTF-8.
  public static func read(
    _ bytes: [UInt8], name: String, file: String
  ) throws(ThemeComplaint) -> (theme: Theme, complaints: [ThemeComplaint]) {
    func complaint(_ expected: String, at position: String? = nil) -> ThemeComplaint {
      ThemeComplaint(
        file: SafeText(file), position: position.map { SafeText($0) }, expected: SafeText(expected))
    }
    guard bytes.count <= bytesMax else {
      throw complaint("expected at most 64 KiB, found \(bytes.count) bytes")
    }
    // A NUL is a fault too, because the parser would end the text there.
    guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
      throw complaint("expected text in UTF-8")
    }
    let table: TOMLTable
    do {
      table = try TOMLText.table(text)
    } catch {
      throw complaint(error.reason, at: error.position)
    }
    var reader = ThemeReader(name: SafeText(name, limit: .name).string)
    reader.read(table)
    return (reader.theme, reader.complaints.map { complaint($0.expected, at: $0.key) })
  }
}

/// Reads one value after another, and records each value that cannot be used.
private struct ThemeReader {
  private(set) var theme: Theme
  private(set) var complaints: [(key: String, expected: String)] = []
  private var keys = 0

  init(name: String) {
    theme = .terminal
    theme.name = name
    theme.title = name
  }

  mutating func read(_ table: TOMLTable) {
    let known = ["title", "dark", "background", "foreground", "backdrop", "palette", "part"]
    for (key, value) in entries(of: table, in: "", known: known) {
      switch key {
      case "title":
        if let title = text(value, key) { theme.title = SafeText(title, limit: .title).string }
      case "dark": if let flag = flag(value, key) { theme.isDark = flag }
      case "background": if let tint = tint(value, key) { theme.background = tint }
      case "foreground": if let tint = tint(value, key) { theme.foreground = tint }
      case "backdrop": if let color = color(value, key) { theme.backdrop = color }
      case "palette": readPalette(value)
      default: break
      }
    }
    if case .rgb(let value) = theme.background.meaning { theme.backdrop = value }
    // The parts are read last, because they use the theme's background, which may come later in the
    // file.
    if let part = table["part"] { readParts(part) }
  }

  private mutating func readPalette(_ value: TOMLValueConvertible) {
    guard let table = table(value, "palette") else { return }
    let names = Theme.paletteNames
    for (name, value) in entries(of: table, in: "palette.", known: names) {
      guard let color = color(value, "palette.\(name)"), let index = names.firstIndex(of: name)
      else {
        continue
      }
      theme.palette[index] = color
    }
  }

  private mutating func readParts(_ value: TOMLValueConvertible) {
    guard let table = table(value, "part") else { return }
    let names = Theme.Part.allCases.map(\.rawValue)
    for (name, value) in entries(of: table, in: "part.", known: names) {
      guard let part = Theme.Part(rawValue: name) else { continue }
      readStyle(value, of: part, "part.\(name)")
    }
  }

  private static let attributes: [(name: String, attribute: Style.Attributes)] = [
    ("bold", .bold), ("dim", .dim), ("italic", .italic), ("underline", .underline),
    ("reverse", .reverse),
  ]

  private mutating func readStyle(
    _ value: TOMLValueConvertible, of part: Theme.Part, _ path: String
  ) {
    guard let table = table(value, path) else { return }
    var style = Style(foreground: theme.foreground, background: theme.background)
    let known = ["foreground", "background"] + Self.attributes.map(\.name)
    for (key, value) in entries(of: table, in: path + ".", known: known) {
      let path = "\(path).\(key)"
      switch key {
      case "foreground": if let tint = tint(value, path) { style.foreground = tint }
      case "background": if let tint = tint(value, path) { style.background = tint }
      default:
        guard let attribute = Self.attributes.first(where: { $0.name == key })?.attribute,
          let isOn = flag(value, path)
        else { continue }
        if isOn { style.attributes.insert(attribute) } else { style.attributes.remove(attribute) }
      }
    }
    theme.parts[part] = style
  }
}

extension ThemeReader {
  /// Returns the known entries of a table, in the order of their names. Records a complaint about
  /// each other entry.
  private mutating func entries(
    of table: TOMLTable, in path: String, known: [String]
  ) -> [(String, TOMLValueConvertible)] {
    var found: [(String, TOMLValueConvertible)] = []
    for key in table.keys.sorted() {
      keys += 1
      guard keys <= Theme.keysMax else {
        complaints.append((path + key, "expected at most \(Theme.keysMax) keys in all"))
        return found
      }
      guard known.contains(key) else {
        let near = nearest(to: key, among: known).map { "; did you mean “\($0)”?" }
        refuse(path + key, "expected one of \(known.joined(separator: ", "))\(near ?? "")")
        continue
      }
      if let value = table[key] { found.append((key, value)) }
    }
    return found
  }

  private mutating func refuse(_ key: String, _ expected: String) {
    complaints.append((key, expected))
  }

  private mutating func text(_ value: TOMLValueConvertible, _ key: String) -> String? {
    guard let text = value.string else {
      refuse(key, "expected a text in quotes")
      return nil
    }
    return text
  }

  private mutating func flag(_ value: TOMLValueConvertible, _ key: String) -> Bool? {
    guard let flag = value.bool else {
      refuse(key, "expected true or false")
      return nil
    }
    return flag
  }

  private mutating func table(_ value: TOMLValueConvertible, _ key: String) -> TOMLTable? {
    guard let table = value.table else {
      refuse(key, "expected a table")
      return nil
    }
    return table
  }

  private mutating func color(_ value: TOMLValueConvertible, _ key: String) -> UInt32? {
    guard let color = value.string.flatMap(ColorMath.parsed) else {
      refuse(key, "expected a colour as \"#rrggbb\"")
      return nil
    }
    return color
  }

  private mutating func tint(_ value: TOMLValueConvertible, _ key: String) -> Tint? {
    if value.string == "terminal" { return .terminal }
    guard let color = value.string.flatMap(ColorMath.parsed) else {
      refuse(key, "expected a colour as \"#rrggbb\", or \"terminal\"")
      return nil
    }
    return .rgb(color)
  }
}
