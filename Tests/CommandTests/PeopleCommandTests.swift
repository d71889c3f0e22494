import BoardContract
import EaselBase
import Foundation
import FrameTesting
import Testing
import TestThreads

@testable import easel
@testable import ScreenContract

/// The file of the people whom a user met, and `easel people`.
@Suite(.besidePool) struct PeopleCommandTests {
  private static let keys = ["a", "b"].map { String(repeating: $0, count: 31) + "1" }
  private static let lines = """
    # mine
    \(keys[0]) = { name = "Annika", own-name = "Ann \\"A\\"", met = 1796036280000, how = "ssh" }

    this is no line
    \(keys[1]) = { name = "Bo", met = 5, how = "machine" }
    \(keys[1]) = { name = "Bo again", met = 5, how = "machine" }

    """

  // MARK: The text

  @Test("A line that cannot be understood is named and stays, and so do all others")
  func text() throws {
    var text = PeopleText(Self.lines)
    #expect(text.wrongLine == 4)
    #expect(text.people.inOrder.map(\.fullName) == ["Ann \"A\" (Annika)", "Bo"])
    #expect(text.people.inOrder.map(\.way) == [.ssh, .machine])
    #expect(text.text == Self.lines)
    var people = text.people
    people.forget(try AuthorID(parsing: Self.keys[0]))
    people.note([
      KnownPerson(
        author: AuthorID(Bytes16(high: 1, low: 2)), name: SafeText("C\\y"), lastMet: 9, way: .ticket
      )
    ])
    text.set(people)
    let lines = Self.lines.split(separator: "\n", omittingEmptySubsequences: false)
    let kept = (lines[..<1] + lines[2...].dropLast()).joined(separator: "\n")
    #expect(text.text.hasPrefix(kept + "\n"), "\(text.text)")
    #expect(PeopleText(text.text).people == people)
  }

  @Test(
    "A wrong line is no person",
    arguments: [
      "x = 1", "[[[a]]]", "[ é]", "\(keys[0]) = { name = \"\", met = 1, how = \"ssh\" }",
      "\(keys[0]) = { name = \"A\", met = 1, how = \"post\" }",
      "\(keys[0]) = { name = \"A\", how = \"ssh\" }",
      "abc = { name = \"A\", met = 1, how = \"ssh\" }",
      "\(keys[0]) = { name = \"\u{200B}\", met = 1, how = \"ssh\" }",
    ])
  func wrong(line: String) {
    let text = PeopleText(line + "\n")
    #expect(text.wrongLine == 1 && text.people == KnownPeople() && text.text == line + "\n")
  }

  @Test("All people that are remembered fit into the file")
  func whole() {
    // The longest name: 32 columns of letters with marks.
    let name = SafeText(
      String(repeating: "é\u{301}\u{302}\u{303}\u{304}", count: 32), limit: .name)
    var people = KnownPeople()
    people.note(
      (0..<UInt64(KnownPeople.countMax)).map {
        KnownPerson(
          author: AuthorID(Bytes16(high: 1, low: $0)), name: name, ownName: name, lastMet: .max,
          way: .machine)
      })
    var text = PeopleText()
    text.set(people)
    #expect(text.text.utf8.count < PeopleText.bytesMax, "\(text.text.utf8.count)")
    #expect(PeopleText(text.text).people == people)
  }

  // MARK: The command

  private func home(_ text: String) throws -> Home {
    let home = try Home()
    let folder = home.folder.appendingPathComponent(".config/easel")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appendingPathComponent("people.toml")
    try Data(text.utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    return home
  }

  private func file(in home: Home) throws -> String {
    try String(contentsOfFile: home.path(".config/easel/people.toml"), encoding: .utf8)
  }

  @Test("The people are listed, the last one first, and a wrong line is one sentence")
  func listing() throws {
    let outcome = try Easel.run(["people"], in: home(Self.lines))
    let lines = outcome.text.split(separator: "\n")
    #expect(outcome.code == 0 && lines.count == 2)
    #expect(lines[0].hasPrefix("Ann \"A\" (Annika)  ") && lines[0].contains("  over ssh  key aaaa"))
    #expect(lines[1].hasPrefix("Bo ") && lines[1].contains("on this machine"))
    #expect(outcome.errors.contains("people.toml: line 4: expected KEY = "))
    #expect(outcome.errors.split(separator: "\n").count == 1)
    let nobody = try Easel.run(["people"], in: Home())
    #expect(nobody.code == 0 && nobody.text.isEmpty && nobody.errors.contains("remember-people"))
  }

  @Test("A person gets a name by a name or by a key, and is forgotten")
  func naming() throws {
    let home = try home(Self.lines)
    #expect(try Easel.run(["people", "--name", "BO", "Boss"], in: home).code == 0)
    #expect(try Easel.run(["people", "--name", "aaaa", ""], in: home).code == 0)
    let list = try Easel.run(["people"], in: home).text
    #expect(list.hasPrefix("Annika ") && list.contains("\nBoss (Bo) "))
    #expect(try Easel.run(["people", "--forget", "boss"], in: home).code == 0)
    let text = try file(in: home)
    #expect(!text.contains("\"Bo\"") && text.contains("this is no line"))
    #expect(try Easel.run(["people", "--forget-all"], in: home).code == 0)
    #expect(try !file(in: home).contains("Annika"))
    let mode =
      try FileManager.default.attributesOfItem(
        atPath: home.path(".config/easel/people.toml"))[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(!FileManager.default.fileExists(atPath: home.path(".config/easel/people.toml.lock")))
  }

  @Test(
    "A person who is not known, and a wrong use, are told in one sentence",
    arguments: [
      (["--name", "cyd", "C"], "you have met nobody called “cyd”"),
      (["--forget", ""], "you have met nobody called “”"),
      (["--name", "bo"], "--name needs a person"),
      (["--name", "bo", "\u{200B}"], "a name needs something that can be seen."),
      (["--forget", "bo", "--forget-all"], "exclude each other"),
      (["--forget", "twin"], "2 people are called “twin”"),
    ])
  func refused(arguments: [String], sentence: String) throws {
    let twins = Self.keys.map {
      "\($0.dropLast())2 = { name = \"Twin\", met = 1, how = \"ssh\" }\n"
    }
    let home = try home(Self.lines + twins.joined())
    let before = try file(in: home)
    let outcome = try Easel.run(["people"] + arguments, in: home)
    #expect(outcome.code == 2 && outcome.errors.contains(sentence), "\(outcome.errors)")
    #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
    #expect(try file(in: home) == before)
  }

  @Test("A file that others can read, or that is no text, is not changed")
  func foreign() throws {
    let open = try home(Self.lines)
    let path = open.path(".config/easel/people.toml")
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    for arguments in [["people"], ["people", "--forget-all"]] {
      let outcome = try Easel.run(arguments, in: open)
      #expect(outcome.errors.contains("other users have access to it"), "\(outcome.errors)")
    }
    #expect(try file(in: open) == Self.lines)
  }
}
