import BoardStore
import Codec
import Drawing
import Log
import Trust
import Vocabulary
import Whiteboard

/// A board as its file gives it.
struct StoredBoard {
  let path: String
  let header: BoardHeader
  private(set) var log: Log
  /// What was drawn, the base first; each replica's in sequence.
  private(set) var operations: [(stamp: Stamp, operation: Operation)] = []
  private(set) var picture = Picture()
  /// Who drew it, as far as anybody said.
  private(set) var people: [Whiteboard.Person] = []
  /// What the reader should know: how much of a damaged file was lost.
  private(set) var notice: String?

  /// What a recording calls them.
  var names: [AuthorID: String] {
    Dictionary(people.map { ($0.author, $0.name.string) }) { first, _ in first }
  }

  var name: SafeText { BoardName.shown(path: path) }

  /// A board without anything on it.
  init(path: String) {
    self.path = path
    header = BoardHeader(name: BoardName.shown(path: path).string, created: WallClock.now())
    log = Log()
  }

  /// Checks every hash and the signatures, and draws what counts.
  init(path: String, _ contents: BoardContents) throws(Refusal) {
    self.path = path
    header = contents.header
    let base = try contents.header.base.map { stored throws(Refusal) in
      guard let base = BoardBase(decoding: stored.picture) else {
        throw Refusal("\(Refusal.shown(path)) begins from a picture that cannot be read.")
      }
      return base
    }
    log = BoardBase.log(base, of: contents.header.base?.log)
    for (stamp, operation) in base?.operations ?? [] { add(operation, stamp) }
    let merged = log.merge(contents.entries, upTo: .max) { digest, signature, key in
      Identity.verify(signature, of: digest.bytes, by: key)
    }
    var unread = contents.entries.count - merged.applied.count
    for entry in merged.applied {
      do {
        add(try Operation(decoding: entry.payload), entry.stamp)
      } catch {
        unread += 1
      }
    }
    people = contents.header.participants.map(Whiteboard.Person.init)
    notice = Self.sentence(contents.damage, unread: unread)
  }

  private mutating func add(_ operation: Operation, _ stamp: Stamp) {
    operations.append((stamp, operation))
    _ = picture.apply(operation, stamp)
  }

  private static func sentence(_ damage: BoardStore.Damage?, unread: Int) -> String? {
    if let damage {
      let original = damage.original.map { "; the damaged file is kept at \(Refusal.shown($0))" }
      let lost =
        damage.isCounted
        ? "\(damage.lost) lost"
        : damage.lost > 0 ? "at least \(damage.lost) lost" : "how many are lost is not known"
      return "this board's file was damaged: \(damage.saved) gestures saved, "
        + "\(lost)\(original ?? "")"
    }
    return unread > 0 ? "\(unread) gestures of this board cannot be read" : nil
  }
}
