import Sharing
import Synchronization

/// Turns messages into the number of a line in a table, so that machines can be tested before and
/// without their encoding.
final class TableCoding: Sendable {
  private let messages = Mutex<[CallMessage]>([])
  private let parcels = Mutex<[Parcel]>([])

  var coding: CallCoding {
    CallCoding(
      encode: { message in
        self.messages.withLock {
          $0.append(message)
          return Self.bytes($0.count - 1)
        }
      },
      decode: { bytes in self.messages.withLock { $0[Self.number(bytes)] } },
      encodeParcel: { parcel in
        self.parcels.withLock {
          $0.append(parcel)
          return Self.bytes($0.count - 1)
        }
      },
      decodeParcel: { bytes in self.parcels.withLock { $0[Self.number(bytes)] } })
  }

  private static func bytes(_ number: Int) -> [UInt8] {
    withUnsafeBytes(of: UInt64(number).bigEndian) { Array($0) }
  }

  private static func number(_ bytes: [UInt8]) -> Int {
    Int(bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }
}
