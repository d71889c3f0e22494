/// The log's data about an operation: its author, and its place in the common order.
public struct Stamp: Hashable, Sendable {
  /// The entry that carries the operation.
  public let id: EntryID
  /// The author of the entry.
  public let author: AuthorID
  /// The logical time of the entry. The common order compares it first.
  public let lamport: Lamport
  /// The author's clock when the gesture ended, milliseconds since 1970. It is shown, but does not
  /// affect the order.
  public let at: Int64
  /// How long the gesture lasted, in milliseconds.
  public let lasted: UInt32

  /// Creates a stamp; `at` and `lasted` are in milliseconds.
  public init(id: EntryID, author: AuthorID, lamport: Lamport, at: Int64, lasted: UInt32) {
    self.id = id
    self.author = author
    self.lamport = lamport
    self.at = at
    self.lasted = lasted
  }

  /// The place in the common order, the same for every participant.
  public var order: Order { Order(lamport: lamport, replica: id.replica) }

  /// (Lamport time, replica): a total order, since one replica never uses one time twice.
  public struct Order: Hashable, Comparable, Sendable {
    /// The logical time of the entry.
    public let lamport: Lamport
    /// The replica of the entry, which decides between equal times.
    public let replica: ReplicaID

    /// Creates a place in the common order.
    public init(lamport: Lamport, replica: ReplicaID) {
      self.lamport = lamport
      self.replica = replica
    }

    /// Orders by Lamport time, then by replica.
    public static func < (left: Self, right: Self) -> Bool {
      left.lamport == right.lamport ? left.replica < right.replica : left.lamport < right.lamport
    }
  }
}
