/// The error for bytes from outside that are not valid.
package struct CodecError: Error, Hashable {
  /// The field at fault, as the `.proto` files name it.
  package let field: String
  package let fault: Fault

  package enum Fault: Hashable, Sendable {
    /// The field is not Protobuf, or not in the one form that entries have.
    case malformed
    /// The field is absent, or of a kind that a newer version may know.
    case missing
    case outOfRange
    /// The field holds more than `Limits` allow.
    case tooMany
  }

  init(_ field: String, _ fault: Fault) {
    self.field = field
    self.fault = fault
  }
}
