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

  /// Keeps room for an attachment, until the returned object is gone. A tenth of the room that would
  /// be free without the journal stays free.
  func reserve(_ bytes: Int) throws(JournalRefusal) -> StoredContent {
    guard let free = file.freeBytes else { throw .storageFailed }
    let hasRoom = state.withLock { state in
      let rest = free - (state.reserved - state.written) - bytes
      guard rest >= (free + state.written) / 10 else { return false }
      state.reserved += bytes
      return true
    }
    guard hasRoom else { throw .noRoom(bytes: bytes, free: free) }
    return StoredContent(bytes: bytes, in: self)
  }

  /// Writes a chunk for which room is kept, and returns its slot.
  fileprivate func write(_ chunk: ArraySlice<UInt8>) throws(JournalRefusal) -> Int {
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
  fileprivate func read(_ count: Int, from slot: Int) throws(JournalRefusal) -> [UInt8] {
    do throws(FileError) {
      return try file.read(count, at: slot * JournalLimits.chunkBytes)
    } catch { throw .storageFailed }
  }

  /// Keeps a whole attachment.
  func keep(_ content: [UInt8]) throws(JournalRefusal) -> StoredContent {
    let stored = try reserve(content.count)
    for chunk in 0..<JournalLimits.chunkCount(of: content.count) {
      try stored.write(content[JournalLimits.range(of: chunk, in: content.count)], to: chunk)
    }
    return stored
  }

  /// Gives back the room of an attachment and its slots.
  fileprivate func release(_ slots: [Int], reserved: Int, written: Int) {
    state.withLock { state in
      state.free += slots
      state.reserved -= reserved
      state.written -= written
      guard state.free.count == state.count else { return }
      (state.free, state.count) = ([], 0)
      // The slots can be used again even if the disk keeps the room.
      file.truncate(to: 0)
    }
  }
}

/// The room of an attachment, and its chunks. The room is given back when nobody reads it any more.
///
/// Any thread may call it.
final class StoredContent: Sendable {
  let bytes: Int
  private let storage: AttachmentStorage
  /// For each chunk its slot; nil for a chunk that is not here.
  private let slots: Mutex<[Int?]>

  fileprivate init(bytes: Int, in storage: AttachmentStorage) {
    (self.bytes, self.storage) = (bytes, storage)
    slots = Mutex(Array(repeating: nil, count: JournalLimits.chunkCount(of: bytes)))
  }

  deinit {
    let slots = slots.withLock { $0 }
    let written = slots.indices.reduce(0) { $0 + (slots[$1] == nil ? 0 : count(of: $1)) }
    storage.release(slots.compactMap { $0 }, reserved: bytes, written: written)
  }

  private func count(of chunk: Int) -> Int { JournalLimits.range(of: chunk, in: bytes).count }

  /// Writes a chunk.
  func write(_ content: ArraySlice<UInt8>, to chunk: Int) throws(JournalRefusal) {
    let slot = try storage.write(content)
    slots.withLock { $0[chunk] = slot }
  }

  /// Reads a chunk.
  func read(_ chunk: Int) throws(JournalRefusal) -> [UInt8] {
    let slot = slots.withLock { $0.indices.contains(chunk) ? $0[chunk] : nil }
    guard let slot else { throw .storageFailed }
    return try storage.read(count(of: chunk), from: slot)
  }

  /// Reads the whole attachment.
  func read() throws(JournalRefusal) -> [UInt8] {
    var content: [UInt8] = []
    content.reserveCapacity(bytes)
    for chunk in 0..<JournalLimits.chunkCount(of: bytes) { content += try read(chunk) }
    return content
  }
}
