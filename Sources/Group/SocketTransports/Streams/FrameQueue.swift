import DequeModule
import GroupWire
import NIOCore

/// The framed messages that wait for one link, in order. Small messages share a buffer of the link,
/// and large bodies stay where they are.
struct FrameQueue {
  /// A piece of the data.
  struct Chunk {
    var buffer: ByteBuffer
    /// The bytes that other links send as well; nil if the buffer belongs to this link.
    let shared: SharedBuffer?

    /// The memory that this link alone holds, with the memory that a write takes.
    var ownBytes: Int { (shared == nil ? buffer.storageCapacity : 0) + FrameQueue.chunkBytes }
  }

  private var chunks = Deque<Chunk>()
  /// The number of bytes in the queue.
  private(set) var count = 0
  /// The memory that this link alone holds for the queue.
  private(set) var ownBytes = 0

  /// A buffer of this size or more gets no further bytes.
  private static let bufferBytes = 64 * 1_024
  /// The memory that one chunk takes besides its bytes.
  static let chunkBytes = 256

  /// Adds a message.
  ///
  /// - Returns: the memory that this link holds from now on, in addition.
  mutating func append(_ head: [UInt8], _ body: SharedBuffer?) -> Int {
    let before = ownBytes
    appendOwn(head, bodyCount: body?.buffer.readableBytes ?? 0)
    if let body {
      chunks.append(Chunk(buffer: body.buffer, shared: body))
      count += body.buffer.readableBytes
      ownBytes += Self.chunkBytes
    }
    return ownBytes - before
  }

  private mutating func appendOwn(_ head: [UInt8], bodyCount: Int) {
    if chunks.last.map({ $0.shared != nil || $0.buffer.readableBytes >= Self.bufferBytes }) ?? true
    {
      chunks.append(Chunk(buffer: ByteBuffer(), shared: nil))
      ownBytes += Self.chunkBytes
    }
    let last = chunks.count - 1
    let before = chunks[last].buffer.readableBytes
    let capacity = chunks[last].buffer.storageCapacity
    WireFrame.head(ofCount: head.count + bodyCount) { chunks[last].buffer.writeInteger($0) }
    chunks[last].buffer.writeBytes(head)
    count += chunks[last].buffer.readableBytes - before
    ownBytes += chunks[last].buffer.storageCapacity - capacity
  }

  /// Removes the first data of the queue.
  mutating func removeFirst() -> Chunk? {
    guard let chunk = chunks.popFirst() else { return nil }
    count -= chunk.buffer.readableBytes
    ownBytes -= chunk.ownBytes
    return chunk
  }
}
