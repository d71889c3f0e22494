import DequeModule
import EaselBase
import GroupBase

/// Keeps the pieces that a member sent until every reader has acknowledged them, and resends them
/// meanwhile.
///
/// A reader that acknowledges nothing while more and more pieces wait for it is cut off. So it
/// costs the other readers neither room nor time. The next piece opens the stream to this reader
/// anew. The reader loses the pieces that it missed, and the loss is reported.
public struct Outbox: Hashable, Sendable {
  /// The pieces from `firstKept` on; nil for a piece that all readers have.
  private var kept: Deque<Kept?> = []
  private var firstKept: UInt64 = 1
  private var lines: [MemberID: Line] = [:]
  private var lastCommon: UInt64 = 0
  /// Bytes of all pieces that at least one reader lacks.
  public private(set) var bytes = 0

  /// The most bytes of all pieces. Beyond this, the reader that lacks most bytes is cut off. The
  /// other readers keep their room, however many readers acknowledge nothing.
  public static let bytesMax = 64 << 20
  /// While this many bytes wait for each of its readers, a message is not accepted.
  public static let lineBytesFull = 1 << 20
  /// A reader is cut off when more than this many bytes wait for it.
  public static let lineBytesMax = 2 << 20
  /// A piece is sent again after this long, milliseconds. The time doubles each time up to the
  /// longest.
  package static let resendFirst: Int64 = 300
  /// The longest time between two repetitions of a piece, milliseconds.
  package static let resendLongest: Int64 = 1_000
  /// At most this many pieces are sent again at once: as many as a reader keeps behind a gap.
  public static let resendCount = Inbox.waitingMax
  /// At most about this many bytes are sent again at once.
  public static let resendBytes = 768 << 10

  private struct Kept: Hashable, Sendable {
    let item: StreamItem
    var awaiting: Set<MemberID>
  }

  /// The state of one reader.
  private struct Line: Hashable, Sendable {
    /// The number of the last piece for this reader.
    var last: UInt64 = 0
    var acknowledged: UInt64 = 0
    var bytes = 0
    var interval = Outbox.resendFirst
    /// When pieces are sent again; nil while the reader lacks nothing.
    var resendAt: Uptime?
    /// How often the reader reported that it does not know the stream, since it last acknowledged a
    /// new piece.
    var lossesReported = 0
  }

  /// Creates an outbox without pieces and readers.
  public init() {}

  /// The number of the last piece; 0 before the first.
  public var last: UInt64 { firstKept + UInt64(kept.count) - 1 }
  /// Returns whether another piece for these readers may be accepted. False only if too many bytes
  /// wait for every one of them, so a single slow reader does not stop the sender.
  public func hasRoom(for readers: Set<MemberID>) -> Bool {
    readers.isEmpty || readers.contains { lines[$0]?.bytes ?? 0 < Self.lineBytesFull }
  }

  /// When `woke` is due; nil while no reader lacks a piece.
  public var deadline: Uptime? { lines.values.lazy.compactMap { $0.resendAt }.min() }

  /// Returns the readers that lack a piece up to this number, ascending.
  public func lacking(_ number: UInt64) -> [MemberID] {
    lines.filter { $0.value.acknowledged < min(number, $0.value.last) }.keys.sorted()
  }

  /// Creates the next piece for at least one reader. The caller sends it at once.
  ///
  /// - Parameter isContinued: whether the next piece is for the same readers and continues this
  ///   payload.
  public mutating func send(
    _ content: [UInt8], isContinued: Bool = false, to readers: Set<MemberID>, at now: Uptime
  ) -> StreamItem {
    for reader in readers where lines[reader] == nil { lines[reader] = Line() }
    let exceptions = readers.sorted().compactMap { reader in
      let last = lines[reader]?.last ?? 0
      // An explicit 0 opens a stream.
      return last == lastCommon && last > 0
        ? nil : StreamItem.Exception(reader, previous: last)
    }
    let isCommon = readers.count == lines.count
    let item = StreamItem(
      number: last + 1, to: isCommon ? .everyone : .only(readers.sorted()), previous: lastCommon,
      exceptions: exceptions, content: content, isContinued: isContinued)
    kept.append(Kept(item: item, awaiting: readers))
    bytes += content.count
    if isCommon { lastCommon = item.number }
    for reader in readers {
      lines[reader]?.last = item.number
      lines[reader]?.bytes += content.count
      if lines[reader]?.resendAt == nil {
        lines[reader]?.resendAt = now.advanced(by: Self.resendFirst)
      }
    }
    return item
  }

  /// Drops the pieces that a reader has. Ignores an unknown reader, and numbers that were not sent
  /// to it.
  public mutating func acknowledged(
    _ acknowledgement: Acknowledgement, by reader: MemberID, at now: Uptime
  ) {
    guard let line = lines[reader] else { return }
    let upTo = min(acknowledgement.upTo, line.last)
    if upTo > line.acknowledged {
      // All pieces below `firstKept` arrived at all readers.
      var number = max(line.acknowledged + 1, firstKept)
      while number <= upTo {
        arrived(number, at: reader)
        number += 1
      }
      lines[reader]?.acknowledged = upTo
      lines[reader]?.lossesReported = 0
      lines[reader]?.interval = Self.resendFirst
      lines[reader]?.resendAt =
        upTo < line.last ? now.advanced(by: Self.resendFirst) : nil
    }
    for number in acknowledgement.held.prefix(Acknowledgement.heldMax) {
      arrived(number, at: reader)
    }
    dropArrived()
  }

  /// Handles a reader's report that it does not know how this stream began, or cannot go on. One
  /// report may be out of date, or a piece may have overtaken another. Three reports without
  /// progress are reliable, and the stream begins anew.
  ///
  /// - Returns: whether the reader loses the pieces that it lacks.
  public mutating func isUnknown(to reader: MemberID) -> Bool {
    lines[reader]?.lossesReported += 1
    guard let line = lines[reader], line.lossesReported >= 3, line.acknowledged > 0 else {
      return false
    }
    forget(reader)
    return line.acknowledged < line.last
  }

  /// Returns the pieces to send again, each to one reader.
  public mutating func woke(at now: Uptime) -> [(StreamItem, to: MemberID)] {
    var again: [(StreamItem, to: MemberID)] = []
    for (reader, line) in lines.sorted(by: { $0.key < $1.key }) {
      guard let due = line.resendAt, due <= now else { continue }
      let interval = min(line.interval * 2, Self.resendLongest)
      lines[reader]?.interval = interval
      lines[reader]?.resendAt = now.advanced(by: interval)
      again += awaited(by: reader, after: line.acknowledged).map { ($0, to: reader) }
    }
    return again
  }

  private func awaited(by reader: MemberID, after number: UInt64) -> [StreamItem] {
    let start = Int(clamping: max(number + 1, firstKept) - firstKept)
    var (items, bytes) = ([StreamItem](), 0)
    // The loop uses indices: a piece has many readers, and reading it must not copy them.
    for index in min(start, kept.count)..<kept.count
    where kept[index]?.awaiting.contains(reader) == true {
      guard let item = kept[index]?.item.alone(for: reader) else { continue }
      items.append(item)
      bytes += item.content.count
      if items.count == Self.resendCount || bytes >= Self.resendBytes { break }
    }
    return items
  }

  // MARK: Readers that go

  /// The reader for which most bytes wait, if they are too many; nil otherwise.
  public var overdue: MemberID? {
    guard bytes > Self.lineBytesMax,
      let most = lines.max(by: { ($0.value.bytes, $0.key) < ($1.value.bytes, $1.key) })
    else { return nil }
    return most.value.bytes > Self.lineBytesMax || bytes > Self.bytesMax ? most.key : nil
  }

  /// Forgets a reader that left or is cut off: nothing is kept for it any more.
  public mutating func forget(_ reader: MemberID) {
    guard lines.removeValue(forKey: reader) != nil else { return }
    for index in kept.indices { acknowledge(reader, from: index) }
    dropArrived()
  }

  private mutating func arrived(_ number: UInt64, at reader: MemberID) {
    guard number >= firstKept, number - firstKept < UInt64(kept.count) else { return }
    let index = Int(number - firstKept)
    guard let piece = kept[index], piece.awaiting.contains(reader) else { return }
    lines[reader]?.bytes -= piece.item.content.count
    acknowledge(reader, from: index)
  }

  private mutating func acknowledge(_ reader: MemberID, from index: Int) {
    guard kept[index]?.awaiting.remove(reader) != nil, let piece = kept[index],
      piece.awaiting.isEmpty
    else { return }
    bytes -= piece.item.content.count
    kept[index] = nil
  }

  private mutating func dropArrived() {
    let count = kept.prefix { $0 == nil }.count
    kept.removeFirst(count)
    firstKept += UInt64(count)
  }
}

extension StreamItem {
  /// Returns the same piece for one reader only.
  fileprivate func alone(for reader: MemberID) -> StreamItem {
    let exception = exceptions.first { $0.reader == reader }
    return StreamItem(
      number: number, to: .only([reader]), previous: previous,
      exceptions: exception.map { [$0] } ?? [], content: content, isContinued: isContinued)
  }
}
