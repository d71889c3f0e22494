/// The error for bytes from outside that are not valid.
public struct CodecError: Error, Hashable {
  /// The field at fault, as the `.proto` files name it.
  public let field: String
  public let fault: Fault

  public enum Fault: Hashable, Sendable {
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
