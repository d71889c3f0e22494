import BoardContract
import BoardLog
import BoardModel
import EaselBase
import ScreenContract

/// The edits of texts that this user made in this run, as long as another edit may replace them
/// unseen.
///
/// If two people edit one text at once, the edit with the highest stamp gives the text its words.
/// The whiteboard of the other person writes the words that lost as a text of their own below it, in
/// the name of that person. So exactly one member writes them, whatever arrives first.
struct OwnTextEdits: Sendable {
  /// The latest edit of each label, the oldest first.
  private var edits: [(label: EntryID, edit: EntryID)] = []

  /// The number of edits that are remembered.
  private static let countMax = 256

  /// Notes that this user has just edited a label.
  package mutating func note(editOf label: EntryID, in picture: Picture) {
    guard let edit = picture.textEdits.wording(of: label) else { return }
    forget(label)
    edits = edits.suffix(Self.countMax - 1) + [(label, edit)]
  }

  /// Compares this user's edits with the edits that were merged.
  package mutating func follow(_ change: BoardChange, with recorder: inout BoardRecorder) {
    guard !edits.isEmpty else { return }
    for (stamp, operation) in change.operations {
      guard case .change(.items(let ids), .setText) = operation.action, let label = ids.first,
        let own = edits.first(where: { $0.label == label })?.edit,
        own.replica != stamp.id.replica
      else { continue }
      compare(own, of: label, with: stamp, in: &recorder)
    }
  }

  private mutating func compare(
    _ own: EntryID, of label: EntryID, with other: Stamp, in recorder: inout BoardRecorder
  ) {
    switch Self.outcome(for: own, of: label, beside: other, in: recorder.board.picture) {
    case .unclear: break
    case .over: forget(label)
    case .wins: recorder.notifyEditedAtOnce(with: other.author, .own)
    case .loses(let words, let author):
      forget(label)
      let isWritten = recorder.write(words, below: label)
      recorder.notifyEditedAtOnce(with: author, isWritten ? .below : .refused)
      guard !isWritten else { return }
      recorder.requests.copyRefused(
        SafeText(words, limit: .label).string, .words, mayDraw: recorder.mayDraw)
    }
  }

  /// The meaning of other edits for an edit of this user.
  private enum Outcome {
    /// The label has the words of this user, or it is not known yet what the others had seen.
    case unclear
    /// Nothing is left to do: the edit is taken back, or others replaced its words knowingly.
    case over
    /// The label has the words of this user, and another edit that was made at once has none.
    case wins
    /// The label has the words of an edit that was made at once.
    case loses(RawText, to: AuthorID)
  }

  private static func outcome(
    for own: EntryID, of label: EntryID, beside other: Stamp, in picture: Picture
  ) -> Outcome {
    let edits = picture.textEdits
    guard edits.isActive(own, on: label), let wording = edits.wording(of: label) else {
      return .over
    }
    if wording == own {
      let isAtOnce =
        edits.isActive(other.id, on: label) && edits.hasReplaced(own, with: other.id) == false
      return isAtOnce ? .wins : .unclear
    }
    // The words that lose are written below a text that can be seen.
    guard picture.isVisible(label), let isSeen = edits.hasReplaced(own, with: wording) else {
      return .unclear
    }
    guard !isSeen, let edit = edits.edit(own), edits.edit(wording)?.content != edit.content,
      let author = picture.stamp(of: wording)?.author
    else { return .over }
    return .loses(edit.content, to: author)
  }

  private mutating func forget(_ label: EntryID) { edits.removeAll { $0.label == label } }
}

/// The place of the words of this user after another person edited the same text at the same time.
enum OwnWords: Sendable {
  /// The text has them.
  case own
  /// They stand below the text.
  case below
  /// The board did not accept them.
  case refused
}

extension BoardRecorder {
  /// Tells the user that another person edited the same text at the same time.
  func notifyEditedAtOnce(with author: AuthorID, _ words: OwnWords) {
    let name = author == me ? "Another Easel of yours" : subject(author)
    let rest =
      switch words {
      case .own: " It has your words, and theirs stand below it."
      case .below: " Your words stand below it."
      case .refused: ""
      }
    requests.notify("\(name) edited the same text at once.\(rest)")
  }

  /// Adds words that a label lost as a text of their own, below the label and in its look.
  ///
  /// - Returns: whether the board accepted them.
  fileprivate mutating func write(_ words: RawText, below id: EntryID) -> Bool {
    guard let thing = board.picture.thing(id), let label = thing.item.asLabel else {
      return false
    }
    let box = label.bounds.moved(by: thing.offset)
    func copy(at top: Int32) -> Label {
      Label(
        origin: BoardPoint(x: box.minX, y: min(top, BoardPoint.limit)),
        columnWidth: label.columnWidth, rowHeight: label.rowHeight,
        color: thing.color ?? label.color, letterSize: label.letterSize, content: words)
    }
    var text = copy(at: box.maxY + 1)
    // Others may have lost words at the same label.
    for _ in 0..<Self.lostTextsMax {
      let inWay = board.picture.things(in: text.bounds).filter {
        $0.item.isText && $0.bounds.intersects(text.bounds)
      }
      guard let bottom = inWay.map(\.bounds.maxY).max(), bottom < BoardPoint.limit else { break }
      text = copy(at: bottom + 1)
    }
    return make([.make(.label(text))], wasBegun: true)
  }

  /// The number of texts that lost words may stand below.
  private static let lostTextsMax = 32
}
