import BoardModel
import BoardPaper

extension Script {
  /// Returns the same script with names only on lines that another line refers to, numbered from 1
  /// in the order of the lines. So one more stroke changes one line of a recording, and not all
  /// lines.
  func namingOnlyWhatIsSpokenOf() -> Script {
    let spokenOf = Set(lines.flatMap { $0.command.references })
    var renamed: [Name: Name] = [:]
    for line in lines {
      guard case .act(_, let name?, _) = line.command, spokenOf.contains(name) else { continue }
      renamed[name] = renamed.count + 1
    }
    return Script(lines: lines.map { Line(number: $0.number, $0.command.renamed { renamed[$0] }) })
  }
}

extension Script.Command {
  /// The names that the command refers to, without its own name.
  var references: [Script.Name] {
    guard case .act(let act, _, let gesture) = self else { return [] }
    var names: [Script.Name] = []
    if case .alsoTo(let name) = gesture { names.append(name) }
    switch act {
    case .cancel(let name), .restore(let name), .rewrite(let name, _): names.append(name)
    case .takeBack(let first, let last): names += [first, last]
    case .attached(_, let targets): names += targets.values
    case .picture(.copy(_, let name)): names.append(name)
    case .labelled(let act, _):
      names += Script.Command.act(act, name: nil, gesture: .own).references
    case .attach(let name, _, .thing(let target, _)): names += [name, target]
    case .attach(let name, _, _): names.append(name)
    case .change(.things(let things), _), .change(.upTo(let things), _): names += things
    case .group(.things(let things)), .group(.upTo(let things)): names += things
    default: break
    }
    return names
  }

  /// Returns the command with every name replaced. A name without a replacement is removed, except
  /// in a cancel, a restore and a taking back.
  fileprivate func renamed(_ rename: (Script.Name) -> Script.Name?) -> Script.Command {
    guard case .act(let act, let name, let gesture) = self else { return self }
    var newGesture = gesture
    if case .alsoTo(let head) = gesture {
      newGesture = rename(head).map(Script.Gesture.alsoTo) ?? .own
    }
    var newAct = act
    switch act {
    case .cancel(let name): newAct = .cancel(rename(name) ?? name)
    case .restore(let name): newAct = .restore(rename(name) ?? name)
    case .takeBack(let first, let last):
      newAct = .takeBack(from: rename(first) ?? first, upTo: rename(last) ?? last)
    case .rewrite(let name, let text): newAct = .rewrite(rename(name) ?? name, text)
    case .labelled(let act, let text):
      let line = Script.Command.act(act, name: nil, gesture: .own).renamed(rename)
      if case .act(let act, _, _) = line { newAct = .labelled(act, text) }
    case .picture(.copy(let box, let name)):
      newAct = .picture(.copy(box, of: rename(name) ?? name))
    case .attached(let act, let targets):
      newAct = .attached(act, targets.mapValues { rename($0) ?? $0 })
    case .attach(let name, let point, let anchor):
      var newAnchor = anchor
      if case .thing(let target, let position) = anchor {
        newAnchor = .thing(rename(target) ?? target, position)
      }
      newAct = .attach(rename(name) ?? name, point, to: newAnchor)
    case .change(.things(let names), let effect):
      newAct = .change(.things(names.compactMap(rename)), effect)
    case .change(.upTo(let names), let effect):
      newAct = .change(.upTo(names.compactMap(rename)), effect)
    case .group(.things(let names)): newAct = .group(.things(names.compactMap(rename)))
    case .group(.upTo(let names)): newAct = .group(.upTo(names.compactMap(rename)))
    default: break
    }
    return .act(newAct, name: name.flatMap(rename), gesture: newGesture)
  }
}
