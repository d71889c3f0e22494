import BoardContract
import BoardLog
import BoardSync
import DequeModule
import EaselBase
import GroupBase

/// Collects the entries of other members until the next frame, which shows them together, and the
/// events that have to wait for these entries. A repaint for each single entry would paint all
/// unfinished ink every time.
///
/// Many entries are merged slice by slice, so that keys, signals and rulings come between.
struct Arrivals: Sendable {
  private var items: Deque<Item> = []
  /// The weight of the collected entries, in bytes.
  private var weight = 0
  /// Whether the last slice left something behind.
  private(set) var isBehind = false

  enum Item: Sendable {
    /// A run of entries, and the member that sent it.
    case entries([Entry], Log.Source)
    /// An unfinished stroke that the screen has to remove.
    case gone(GuestItem.ID)
    case event(SessionEvent)
    /// A message that is handled after the entries before it are merged.
    case message(SharedBoardMessage, from: ParticipantID)
  }

  /// The most runs and bytes that are merged in one slice. Each run costs the check of a signature.
  private static let (runsMax, sliceMax) = (128, 256 * 1_024)
  /// Beyond this weight, further entries are dropped. Anti-entropy asks for them again.
  private static let weightMax = 8 << 20

  var isEmpty: Bool { items.isEmpty }

  mutating func add(_ new: [Entry], from source: Log.Source) {
    guard !new.isEmpty, weight < Self.weightMax else { return }
    weight += Self.weight(of: new)
    items.append(.entries(new, source))
  }

  mutating func add(_ item: Item) { items.append(item) }

  /// Adds the entries that are collected elsewhere.
  mutating func addEntries(of others: Arrivals) {
    for case .entries(let entries, let source) in others.items { add(entries, from: source) }
  }

  /// Removes and returns the next item. Runs that follow one another are joined up to the size of a
  /// slice, if the rights of their senders are the same.
  ///
  /// - Parameter mayBeEntries: whether to return entries. If false, the result is nil at entries.
  mutating func next(mayBeEntries: Bool) -> Item? {
    guard let first = items.first else { return nil }
    guard case .entries(var joined, let source) = first else { return items.popFirst() }
    guard mayBeEntries else { return nil }
    items.removeFirst()
    var runs = 1
    while runs < Self.runsMax, Self.weight(of: joined) < Self.sliceMax,
      case .entries(let more, let other)? = items.first,
      other.mayOnlyPassOn == source.mayOnlyPassOn
    {
      items.removeFirst()
      joined += more
      runs += 1
    }
    weight -= Self.weight(of: joined)
    return .entries(joined, source)
  }

  mutating func endSlice() { isBehind = !items.isEmpty }

  private static func weight(of entries: [Entry]) -> Int {
    entries.reduce(0) { $0 + $1.payload.count + Log.entryOverhead }
  }
}
