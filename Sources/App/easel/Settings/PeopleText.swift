import BoardContract
import BoardFiles
import EaselBase
import ScreenContract
import ThemeFiles
import TOMLKit

/// The text of the file of known people. Each person has one line of TOML. All other lines stay as
/// they are, so a mistake in a line loses nothing.
struct PeopleText {
  private enum Line {
    case person(KnownPerson)
    /// A comment, an empty line or a line that cannot be understood.
    case other(String)

    var author: AuthorID? { if case .person(let person) = self { person.author } else { nil } }
  }

  private var lines: [Line] = []
  /// The number of the first line that cannot be understood, from 1; nil if there is none.
  private(set) var wrongLine: Int?

  static let bytesMax = 256 << 10
  static let expected =
    #"KEY = { name = "Ann", met = 0, how = "ticket" }, one line for each person"#

  private static let heading = """
    # The people whom you met in sessions; `easel people` lists them.
    """

  init(_ text: String = "") {
    var authors: Set<AuthorID> = []
    // A carriage return and a line feed are one character, so the text is split by bytes.
    let texts = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    for (index, text) in texts.enumerated() {
      let words = text.drop { $0.isWhitespace }
      if let person = Self.person(in: text), authors.insert(person.author).inserted {
        lines.append(.person(person))
      } else {
        if !words.isEmpty, !words.hasPrefix("#"), wrongLine == nil { wrongLine = index + 1 }
        lines.append(.other(text))
      }
    }
    if case .other("") = lines.last { lines.removeLast() }
    if lines.isEmpty { lines = [.other(Self.heading)] }
  }

  var people: KnownPeople {
    KnownPeople(lines.compactMap { if case .person(let person) = $0 { person } else { nil } })
  }

  /// Replaces the people. Each person's line stays where it is; new people come last.
  mutating func set(_ people: KnownPeople) {
    let old = Set(lines.compactMap(\.author))
    lines = lines.compactMap { line in
      guard let author = line.author else { return line }
      return people[author].map(Line.person)
    }
    lines += people.inOrder.reversed().filter { !old.contains($0.author) }.map(Line.person)
  }

  var text: String {
    lines.map { line in
      switch line {
      case .person(let person): Self.line(of: person)
      case .other(let text): text
      }
    }.joined(separator: "\n") + "\n"
  }

  private static func line(of person: KnownPerson) -> String {
    let ownName = person.ownName.map { "own-name = \(quoted($0)), " } ?? ""
    return "\(person.author.text) = { name = \(quoted(person.name)), \(ownName)"
      + "met = \(person.lastMet), how = \"\(person.way.rawValue)\" }"
  }

  private static func quoted(_ name: SafeText) -> String {
    "\"" + name.string.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  private static func person(in line: String) -> KnownPerson? {
    do {
      let table = try TOMLText.table(line)
      guard let key = table.keys.first, table.keys.count == 1, let facts = table[key]?.table,
        let name = facts["name"]?.string.map({ SafeText($0, limit: .name) }),
        !name.string.isEmpty, let met = facts["met"]?.int,
        let way = facts["how"]?.string.flatMap(MeetingWay.init)
      else { return nil }
      let ownName = facts["own-name"]?.string.map { SafeText($0, limit: .name) }
      return KnownPerson(
        author: try AuthorID(parsing: key), name: name,
        ownName: ownName?.string.isEmpty == false ? ownName : nil, lastMet: Int64(met), way: way)
    } catch {
      // The line is no TOML, or its key is none. The caller names the line.
      return nil
    }
  }
}
