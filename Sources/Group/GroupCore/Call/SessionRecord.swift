import EaselBase
import GroupBase

/// The known data of a session, from any source. Records of one session merge to the same result in
/// any order.
public struct SessionRecord: Hashable, Sendable {
  /// The session's ID.
  public let id: SessionID
  /// The kind of activity. Two programs that use the same name for it can share a session.
  public let identifier: String
  /// The sessions of the same kind that its initiator knew and did not mean to replace. If two
  /// sessions began in one call and their initiators did not know of each other's session, one
  /// gives way.
  public let besides: [SessionID]
  /// The activity after its last known change.
  public private(set) var activity: Activity
  /// The known end of the session; nil while the session goes on.
  public private(set) var ending: Ending?

  /// The maximum number of sessions in `besides`.
  public static let besidesMax = 8
  /// The maximum length of an identifier, in UTF-8 bytes.
  public static let identifierBytesMax = 256
  /// The maximum size of an encoded activity, in bytes.
  public static let activityBytesMax = 32 * 1_024
  /// An activity has at most this many edits.
  public static let editsMax: UInt64 = 1 << 53
  /// A record with so many more edits than the known one brings no activity. Otherwise a member
  /// could write the highest number, and every later edit would be ignored.
  public static let editsAheadMax: UInt64 = 1 << 24

  /// Creates a record without a check; see ``isSound``.
  public init(
    id: SessionID, identifier: String, besides: [SessionID] = [], activity: Activity,
    ending: Ending? = nil
  ) {
    self.id = id
    self.identifier = identifier
    self.besides = besides
    self.activity = activity
    self.ending = ending
  }

  /// The activity after its last change.
  public struct Activity: Hashable, Sendable {
    /// The encoded activity.
    public let bytes: [UInt8]
    /// 0 at the beginning; the activity with the most edits counts.
    public let edits: UInt64
    /// If two members edit at once, the edit of the larger member counts.
    public let editor: MemberID

    /// Creates an activity after this number of edits.
    public init(_ bytes: [UInt8], edits: UInt64, editor: MemberID) {
      self.bytes = bytes
      self.edits = edits
      self.editor = editor
    }

    /// Returns whether the other activity replaces this one. A lying member may use one number
    /// twice, so the bytes decide last.
    fileprivate func yields(to other: Activity) -> Bool {
      if edits != other.edits { return edits < other.edits }
      if editor != other.editor { return editor < other.editor }
      return bytes.lexicographicallyPrecedes(other.bytes)
    }
  }

  /// The end of a session. It is final for all members that may draw.
  public enum Ending: Hashable, Sendable {
    /// A member ended it for everyone.
    case ended(by: MemberID)
    /// A new session of the same activity replaced it for all.
    case replaced(by: SessionID)

    fileprivate func yields(to other: Ending) -> Bool {
      switch (self, other) {
      case (.ended(let mine), .ended(let theirs)): mine < theirs
      case (.ended, .replaced): true
      case (.replaced, .ended): false
      case (.replaced(let mine), .replaced(let theirs)): mine < theirs
      }
    }
  }

  /// Whether the record keeps within its limits.
  public var isSound: Bool {
    identifier.utf8.count <= Self.identifierBytesMax && besides.count <= Self.besidesMax
      && activity.bytes.count <= Self.activityBytesMax && activity.edits <= Self.editsMax
  }

  mutating func merge(_ other: SessionRecord) {
    guard other.id == id, other.identifier == identifier else { return }
    if activity.yields(to: other.activity), !other.isTooFarAhead(of: activity.edits) {
      activity = other.activity
    }
    if let theirs = other.ending, ending.map({ $0.yields(to: theirs) }) ?? true { ending = theirs }
  }

  private func isTooFarAhead(of edits: UInt64) -> Bool {
    activity.edits > edits && activity.edits - edits > Self.editsAheadMax
  }

  /// The record as a member first receives it. The number of an activity that is too far ahead
  /// counts as 0, so that any record of another member replaces the activity.
  var asFirst: SessionRecord {
    guard isTooFarAhead(of: 0) else { return self }
    var first = self
    first.activity = Activity(activity.bytes, edits: 0, editor: activity.editor)
    return first
  }

  mutating func edit(_ bytes: [UInt8], by member: MemberID) {
    activity = Activity(
      bytes, edits: min(activity.edits + 1, Self.editsMax), editor: member)
  }

  mutating func end(_ ending: Ending) {
    if self.ending == nil { self.ending = ending }
  }

  /// Takes the end back, of which none of the participants has heard.
  mutating func reopen() { ending = nil }
}
