import EaselBase
import Foundation

extension Bytes16 {
  package init(_ uuid: UUID) {
    let bytes = uuid.uuid
    self.init(
      high: UInt64(
        bigEndianBytes: [
          bytes.0, bytes.1, bytes.2, bytes.3, bytes.4, bytes.5, bytes.6, bytes.7,
        ]),
      low: UInt64(
        bigEndianBytes: [
          bytes.8, bytes.9, bytes.10, bytes.11, bytes.12, bytes.13, bytes.14, bytes.15,
        ]))
  }
}

extension SessionUUID {
  package init(_ uuid: UUID) { self.init(Bytes16(uuid)) }
}

extension ParticipantUUID {
  package init(_ uuid: UUID) { self.init(Bytes16(uuid)) }
}

extension UUID {
  package init(_ session: SessionUUID) { self.init(session.raw) }

  package init(_ bytes: Bytes16) {
    let raw = bytes.bytes
    self.init(
      uuid: (
        raw[0], raw[1], raw[2], raw[3], raw[4], raw[5], raw[6], raw[7], raw[8], raw[9], raw[10],
        raw[11], raw[12], raw[13], raw[14], raw[15]
      ))
  }
}

extension UInt64 {
  fileprivate init(bigEndianBytes bytes: [UInt8]) {
    self = bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }
}
