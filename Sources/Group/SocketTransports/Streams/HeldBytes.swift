import CEaselSystem
import EaselPlatform
import Foundation
import NIOCore
import Synchronization

/// Counts the memory of all data that waits in one transport.
///
/// The memory allocator keeps memory that was freed. So a burst would leave its memory with this
/// process for ever. When most of a burst has gone, the count gives the free memory back to the
/// system.
final class HeldBytes: Sendable {
  private struct State {
    var count = 0
    /// The highest count since free memory was last given back.
    var peak = 0
  }

  private let state = Mutex(State())
  private let giveBack: @Sendable () -> Void

  /// Memory is given back after at least this many bytes were held, and an eighth is left.
  static let burstMin = 4 << 20

  init(giveBack: @escaping @Sendable () -> Void = HeldBytes.giveFreeMemoryBack) {
    self.giveBack = giveBack
  }

  var count: Int { state.withLock { $0.count } }

  func add(_ bytes: Int) {
    state.withLock { state in
      state.count += bytes
      state.peak = max(state.peak, state.count)
    }
  }

  func remove(_ bytes: Int) {
    let isBurstOver = state.withLock { state in
      state.count -= bytes
      guard state.peak >= Self.burstMin, state.count <= state.peak / 8 else { return false }
      state.peak = state.count
      return true
    }
    if isBurstOver { giveBack() }
  }

  /// Gives free memory back on a thread of its own: the walk through the allocator's memory takes
  /// some milliseconds. The links whose data has gone have a second to free it.
  static let giveFreeMemoryBack: @Sendable () -> Void = {
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: 1)
      #if canImport(Glibc)
        malloc_trim(0)
      #elseif canImport(Darwin)
        malloc_zone_pressure_relief(nil, 0)
      #endif
    }
  }
}

/// The bytes of a message that waits for several links. They count once.
final class SharedBuffer: Sendable {
  let buffer: ByteBuffer
  private let held: HeldBytes

  init(_ bytes: [UInt8], in held: HeldBytes) {
    (buffer, self.held) = (ByteBuffer(bytes: bytes), held)
    held.add(buffer.storageCapacity)
  }

  deinit { held.remove(buffer.storageCapacity) }
}
