import EaselBase

/// The amount that one author may write on a board. Every member reaches the same decision about an
/// author, since it depends only on the author's entries.
public struct Allowance: Hashable, Sendable {
  /// The total weight that one author's drawing entries may have, in bytes.
  public let drawing: Int
  /// The total weight that one author's other entries may have, in bytes.
  public let tidying: Int

  /// Creates an allowance from two weights in bytes.
  public init(drawing: Int, tidying: Int) { (self.drawing, self.tidying) = (drawing, tidying) }

  /// The allowance of an author who does not own the board: 16 MiB for drawing, and 4 MiB for other
  /// entries.
  public static let guest = Allowance(drawing: 16 << 20, tidying: 4 << 20)
  /// The allowance of the board's owner: 64 MiB for drawing, and 16 MiB for other entries.
  public static let owner = Allowance(drawing: 64 << 20, tidying: 16 << 20)

  func of(_ purpose: Purpose) -> Int { purpose == .draw ? drawing : tidying }
}

/// The weight of one author's entries that count, in bytes.
public struct AuthorCharge: Hashable, Sendable {
  /// The weight of the author's drawing entries, in bytes.
  public private(set) var drawing = 0
  /// The weight of the author's other entries, in bytes.
  public private(set) var tidying = 0
  /// The place in the order of the log of the author's last entry that counts.
  private(set) var last: Stamp.Order?

  mutating func add(_ entry: Entry) {
    if entry.purpose == .draw { drawing += entry.weight } else { tidying += entry.weight }
    last = max(last ?? entry.stamp.order, entry.stamp.order)
  }

  func of(_ purpose: Purpose) -> Int { purpose == .draw ? drawing : tidying }

  func hasRoom(for entry: Entry, in allowance: Allowance) -> Bool {
    entry.weight <= allowance.of(entry.purpose) - of(entry.purpose)
  }
}
