import GroupJournal
import Synchronization
import SystemFiles

/// Keeps the chunks of attachments in a file without a name. A chunk has a slot in the file.
///
/// Any thread may call it.
final class AttachmentStorage: Sendable {
  private struct State {
    /// The slots between others that no chunk has.
    var free: [Int] = []
    /// The number of slots that the file has.
    var count = 0
    /// The bytes for which room is kept, whether they are written or not.
    var reserved = 0
    /// The bytes in slots.
    var written = 0
  }

  private let file: SpillFile
  private let state = Mutex(State())

  init() throws(JournalRefusal) {
    do throws(FileError) { file = try SpillFile() } catch { throw .storageFailed }
  }

  /// Keeps room for an attachment. A tenth of the room that would be free without the journal stays
  /// free.
  func reserve(_ bytes: Int) throws(JournalRefusal) {
    guard let free = file.freeBytes else { throw .storageFailed }
    let hasRoom = state.withLock { state in
      let rest = free - (state.reserved - state.written) - bytes
      guard rest >= (free + state.written) / 10 else { return false }
      state.reserved += bytes
      return true
    }
    guard hasRoom else { throw .noRoom(bytes: bytes, free: free) }
  }

  /// Writes a chunk for which room is kept, and returns its slot.
  func write(_ chunk: ArraySlice<UInt8>) throws(JournalRefusal) -> Int {
    let slot = state.withLock { state in
      state.written += chunk.count
      if let slot = state.free.popLast() { return slot }
      defer { state.count += 1 }
      return state.count
    }
    do throws(FileError) {
      try file.write(chunk, at: slot * JournalLimits.chunkBytes)
    } catch {
      state.withLock { state in
        state.written -= chunk.count
        state.free.append(slot)
      }
      throw .storageFailed
    }
    return slot
  }

  /// Reads a chunk.
  func read(_ count: Int, from slot: Int) throws(JournalRefusal) -> [UInt8] {
    do throws(FileError) {
      return try file.read(count, at: slot * JournalLimits.chunkBytes)
    } catch { throw .storageFailed }
  }

  /// Keeps a whole attachment.
  func keep(_ content: [UInt8]) throws(JournalRefusal) -> StoredContent {
    try reserve(content.count)
    var stored = StoredContent(bytes: content.count)
    do throws(JournalRefusal) {
      for chunk in stored.slots.indices {
        let range = JournalLimits.range(of: chunk, in: content.count)
        stored.insert(chunk, at: try write(content[range]))
      }
    } catch {
      release(stored)
      throw error
    }
    return stored
  }

  /// Reads a whole attachment.
  func read(_ content: StoredContent) throws(JournalRefusal) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(content.bytes)
    for (chunk, slot) in content.slots.enumerated() {
      guard let slot else { throw .removed }
      bytes += try read(content.count(of: chunk), from: slot)
    }
    return bytes
  }

  /// Gives back the room of an attachment and its slots.
  func release(_ content: StoredContent) {
    state.withLock { state in
      state.free += content.slots.compactMap { $0 }
      state.reserved -= content.bytes
      state.written -= content.writtenBytes
      guard state.free.count == state.count else { return }
      (state.free, state.count) = ([], 0)
      // The slots can be used again even if the disk keeps the room.
      file.truncate(to: 0)
    }
  }
}

/// The place of an attachment's chunks.
struct StoredContent: Sendable {
  let bytes: Int
  /// For each chunk its slot; nil for a chunk that is not here.
  private(set) var slots: [Int?]

  init(bytes: Int) {
    self.bytes = bytes
    slots = Array(repeating: nil, count: JournalLimits.chunkCount(of: bytes))
  }

  mutating func insert(_ chunk: Int, at slot: Int) { slots[chunk] = slot }

  func count(of chunk: Int) -> Int { JournalLimits.range(of: chunk, in: bytes).count }

  var writtenBytes: Int {
    slots.indices.reduce(0) { $0 + (slots[$1] == nil ? 0 : count(of: $1)) }
  }
}
