import EaselBase

/// The edits of the texts of a picture.
public struct TextEditHistory: Sendable {
  private let picture: Picture

  fileprivate init(of picture: Picture) { self.picture = picture }

  /// Returns the operation that gave a label the words it has now: the highest edit that stands, or
  /// the operation that made the label. Nil for anything but a label.
  public func wording(of label: EntryID) -> EntryID? {
    let operations = picture.operations
    guard let slot = operations.slot(label), case .make(.label) = operations[slot] else {
      return nil
    }
    let edit = picture.table.alteration(of: slot)?.changes(of: .text).last {
      picture.gestures.isActive($0, on: operations.owner(of: slot, for: $0), operations)
    }
    return operations.id(edit ?? slot)
  }

  /// Returns the edit of a text that an operation is; nil for any other operation.
  public func edit(_ id: EntryID) -> TextEdit? {
    guard let slot = picture.operations.slot(id),
      case .setText(let edit)? = picture.operations.change(slot)?.effect
    else { return nil }
    return edit
  }

  /// Returns whether the author of a later operation wrote its words over the words of an edit,
  /// directly or through edits between the two. Nil if an edit between the two has not arrived.
  public func hasReplaced(_ edit: EntryID, with later: EntryID) -> Bool? {
    var id = later
    // Edits that name each other in a ring end at the bound.
    for _ in 0..<Limits.changesPerProperty {
      guard picture.operations.slot(id) != nil else { return nil }
      guard let replaced = self.edit(id)?.replaced else { return false }
      if replaced == edit { return true }
      id = replaced
    }
    return false
  }

  /// Returns whether an edit has arrived and nobody has taken it back on a label.
  public func isActive(_ id: EntryID, on label: EntryID) -> Bool {
    let operations = picture.operations
    guard let slot = operations.slot(id), let label = operations.slot(label) else { return false }
    return picture.gestures.isActive(slot, on: operations.owner(of: label, for: slot), operations)
  }
}

extension Picture {
  /// The edits of the texts.
  public var textEdits: TextEditHistory { TextEditHistory(of: self) }
}
