import EaselBase

/// The known data of a session, from any source. Records of one session merge to the same result in
/// any order.
public struct SessionRecord: Hashable, Sendable {
  public let id: SessionID
  /// The kind of activity. Two programs that use the same name for it can share a session.
  public let identifier: String
  /// The sessions of the same kind that its initiator knew and did not mean to replace. If two
  /// sessions began in one call and their initiators did not know of each other's session, one
  /// gives way.
  public let besides: [SessionID]
  public private(set) var activity: Activity
  public private(set) var ending: Ending?

  public static let besidesMax = 8
  public static let identifierBytesMax = 256
  public static let activityBytesMax = 32 * 1_024
  /// An activity has at most this many edits.
  public static let editsMax: UInt64 = 1 << 53

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
    public let bytes: [UInt8]
    /// 0 at the beginning; the activity with the most edits counts.
    public let edits: UInt64
    /// If two members edit at once, the edit of the larger member counts.
    public let editor: MemberID

    public init(_ bytes: [UInt8], edits: UInt64, editor: MemberID) {
      self.bytes = bytes
      self.edits = edits
      self.editor = editor
    }

    /// A lying member may use one number twice, so the bytes decide last.
    fileprivate func yields(to other: Activity) -> Bool {
      if edits != other.edits { return edits < other.edits }
      if editor != other.editor { return editor < other.editor }
      return bytes.lexicographicallyPrecedes(other.bytes)
    }
  }

  /// The end of a session, which is final.
  public enum Ending: Hashable, Sendable {
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

  public var isSound: Bool {
    identifier.utf8.count <= Self.identifierBytesMax && besides.count <= Self.besidesMax
      && activity.bytes.count <= Self.activityBytesMax && activity.edits <= Self.editsMax
  }

  mutating func merge(_ other: SessionRecord) {
    guard other.id == id, other.identifier == identifier else { return }
    if activity.yields(to: other.activity) { activity = other.activity }
    if let theirs = other.ending, ending.map({ $0.yields(to: theirs) }) ?? true { ending = theirs }
  }

  mutating func edit(_ bytes: [UInt8], by member: MemberID) {
    activity = Activity(
      bytes, edits: min(activity.edits + 1, Self.editsMax), editor: member)
  }

  mutating func end(_ ending: Ending) {
    if self.ending == nil { self.ending = ending }
  }
}
