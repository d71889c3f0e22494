/// A fault in bytes that came from outside.
public struct WireError: Error, Hashable {
  /// The field at fault, as the `.proto` files name it.
  public let field: String
  /// The kind of the fault.
  public let fault: Fault

  /// The kinds of faults.
  public enum Fault: Hashable, Sendable {
    /// Not Protobuf, or not in the required form.
    case malformed
    case missing
    case outOfRange
    /// More than the limits of the message allow.
    case tooMany
    /// The other side speaks a version that this side does not speak.
    case version(UInt32)
    /// The other side is of a version that was never released.
    case unreleasedVersion
  }

  init(_ field: String, _ fault: Fault) {
    self.field = field
    self.fault = fault
  }
}
