import BoardModel

/// The result of reading an entry's payload.
package enum OperationReading: Hashable, Sendable {
  case operation(Operation)
  /// The action, the effect or the style of the operation is unknown to this version, so the entry
  /// comes from a newer one. A field that this version need not know does not make an operation
  /// unknown.
  case unknown
  /// The bytes are no operation in any version.
  case malformed

  /// Reads a payload, which may hold any bytes.
  package init(_ payload: [UInt8]) {
    do throws(CodecError) {
      self = .operation(try Operation(decoding: payload))
    } catch {
      self = error.fault == .unknown ? .unknown : .malformed
    }
  }

  /// The operation; nil if this version cannot read it.
  package var operation: Operation? {
    if case .operation(let operation) = self { operation } else { nil }
  }
}
