import EaselBase

/// The present state of a participant, as the others in a session see it. Only the latest
/// appearance counts, and no part of it is ever stored.
public struct Appearance: Hashable, Sendable {
  /// The author id in the entries that the participant writes.
  public var author: AuthorID
  /// The name that the others see.
  public var name: SafeText
  /// The colour that the participant wishes for; ``IdentityAssignment`` decides who gets it.
  public var color: InkColor
  /// The number of the sign that the participant wishes for.
  public var sign: UInt8
  /// The time when the participant entered the session, in milliseconds since 1970 by the
  /// participant's own clock. If two participants wish for the same colour, the earlier participant
  /// keeps it.
  public var since: Int64
  /// The place of the participant's pointer; nil while it is not on the participant's canvas.
  public var pointer: BoardPoint?
  /// The app's own number for the participant's present tool.
  public var tool: UInt8 = 0
  /// The part of the board that the participant sees.
  public var view: BoardRect?
  /// The points that the participant's laser touched recently, the oldest first: at most
  /// ``trailMax``.
  public var trail: [BoardPoint] = []
  /// The text that the participant shows at the pointer.
  public var speech: SafeText?
  /// The participant whose view this participant follows.
  public var following: Bytes16?
  /// The reason why this participant, as the host, cannot save the board at present; nil while the
  /// host can.
  public var unsaved: SafeText?

  /// The maximum points of a trail.
  public static let trailMax = 64

  /// Creates an appearance with tool 0, and without a pointer and the other optional parts.
  public init(author: AuthorID, name: SafeText, color: InkColor, sign: UInt8, since: Int64) {
    self.author = author
    self.name = name
    self.color = color
    self.sign = sign
    self.since = since
  }
}
