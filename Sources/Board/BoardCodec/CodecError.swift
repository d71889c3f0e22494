/// The error for bytes from outside that are not valid.
package struct CodecError: Error, Hashable {
  /// The field at fault, by its name in the `.proto` files.
  package let field: String
  package let fault: Fault

  package enum Fault: Hashable, Sendable {
    /// The field is not Protobuf, or not in the single form that entries use.
    case malformed
    /// The field is absent.
    case missing
    /// The field has a kind that only a newer version knows.
    case unknown
    case outOfRange
    /// The field holds more than `Limits` allow.
    case tooMany
  }

  init(_ field: String, _ fault: Fault) {
    self.field = field
    self.fault = fault
  }
}
