import ArgumentParser
import BoardContract
import BoardFiles
import EaselBase
import ScreenContract
import SystemFiles

/// `easel people`: lists the people whom this user met, names them and forgets them.
struct PeopleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "people",
    abstract: "List the people you met, give them names of your own, and forget them.",
    usage: """
      easel people
      easel people --name <person> <own-name>
      easel people --forget <person>
      easel people --forget-all
      """,
    discussion: """
      easel people                       list the people you met; the last one comes first
      easel people --name annika Ann     name her “Ann” from now on
      easel people --name annika ""      use her own name again
      easel people --forget ann          forget her

      A person is a name, or the first digits of a key. Easel recognises people by their keys, since \
      anybody can take any name. It remembers nobody unless your settings have the line \
      `remember-people = true`. The people are in $XDG_CONFIG_HOME/easel/people.toml, which only you can \
      read.
      """)

  @Option(
    name: .customLong("name"), parsing: .upToNextOption,
    help: "Give a person a name of your own; an empty name removes it.")
  var naming: [String] = []

  @Option(help: "Forget a person.")
  var forget: String?

  @Flag(help: "Forget all people.")
  var forgetAll = false

  func validate() throws {
    guard [!naming.isEmpty, forget != nil, forgetAll].count(where: { $0 }) <= 1 else {
      throw ValidationError("--name, --forget and --forget-all exclude each other.")
    }
    guard naming.isEmpty || naming.count == 2 else {
      throw ValidationError("--name needs a person and your own name for that person.")
    }
  }

  func run() throws {
    let file = PeopleFile(path: AppPaths.current().people)
    if naming.count == 2 { return try name(naming[0], naming[1], in: file) }
    if let forget {
      return try file.change { people throws(UserError) in
        people.forget(try people.person(called: forget).author)
      }
    }
    if forgetAll { return try file.change { $0 = KnownPeople() } }
    let (people, complaint) = file.read()
    if let complaint { Report.notice(complaint) }
    if people.inOrder.isEmpty {
      return Report.notice(
        "nobody is remembered. The line `remember-people = true` in your settings remembers the people "
          + "whom you meet.")
    }
    try Report.result(Report.table(people.inOrder.map { ($0.fullName, Self.facts(about: $0)) }))
  }

  private func name(_ person: String, _ ownName: String, in file: PeopleFile) throws(UserError) {
    let name = SafeText(ownName, limit: .name)
    guard ownName.isEmpty || !name.string.isEmpty else {
      throw UserError("a name needs something that can be seen.", code: UserError.usage)
    }
    try file.change { people throws(UserError) in
      people.rename(
        try people.person(called: person).author, to: name.string.isEmpty ? nil : name)
    }
  }

  private static func facts(about person: KnownPerson) -> String {
    "\(WallClock(milliseconds: person.lastMet).text)  \(person.way.words)  key \(person.author.text)"
  }
}

extension KnownPeople {
  /// Returns the only person with a name or a key. A name of the user's own comes before a name that a
  /// person chose.
  ///
  /// - Parameter text: a name, in letters of either case, or the first digits of a key.
  fileprivate func person(called text: String) throws(UserError) -> KnownPerson {
    let wanted = text.lowercased()
    let ways: [(KnownPerson) -> Bool] = [
      { $0.ownName?.string.lowercased() == wanted },
      { $0.name.string.lowercased() == wanted },
      { !wanted.isEmpty && $0.author.text.hasPrefix(wanted) },
    ]
    for isMeant in ways {
      let found = inOrder.filter(isMeant)
      if found.count == 1 { return found[0] }
      guard found.isEmpty else {
        throw UserError(
          "\(found.count) people are called “\(UserError.shown(text))”: write the first digits of a "
            + "key, which `easel people` shows.", code: UserError.usage)
      }
    }
    throw UserError(
      "you have met nobody called “\(UserError.shown(text))”; `easel people` lists the people.",
      code: UserError.usage)
  }
}
