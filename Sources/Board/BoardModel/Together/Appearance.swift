import EaselBase

/// What somebody shows of themselves to the others in a session right now. Only the latest counts,
/// and none of it is ever kept.
public struct Appearance: Hashable, Sendable {
  /// Who it is, as the entries they write name them.
  public var author: AuthorID
  public var name: SafeText
  /// The colour they would like to be known by: see ``IdentityAssignment`` for who gets it.
  public var color: InkColor
  /// The number of the sign they would like.
  public var sign: UInt8
  /// When they entered the session, in milliseconds since 1970 by their own clock: who came first
  /// keeps the colour that two would like.
  public var since: Int64
  /// Where their pointer is; nil while it is not on their canvas.
  public var pointer: BoardPoint?
  /// The app's own number for the tool in their hand.
  public var tool: UInt8 = 0
  /// The part of the board that they see.
  public var view: BoardRect?
  /// What their laser touched of late, the oldest first: at most ``trailMax`` points.
  public var trail: [BoardPoint] = []
  /// What they say at their pointer.
  public var speech: SafeText?
  /// The participant whose view they follow.
  public var following: Bytes16?
  /// Why they, who host, cannot save the board at the moment; nil while they can.
  public var unsaved: SafeText?

  public static let trailMax = 64

  public init(author: AuthorID, name: SafeText, color: InkColor, sign: UInt8, since: Int64) {
    self.author = author
    self.name = name
    self.color = color
    self.sign = sign
    self.since = since
  }
}
