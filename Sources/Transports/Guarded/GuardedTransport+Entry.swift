import Foundation
import Sharing
import Trust
import Vocabulary

extension GuardedTransport {
  /// What brings somebody in over a transport.
  public enum Entry: Sendable {
    /// A ticket that both sides have.
    case ticket
    /// A ticket and, where that is wanted, a person's word for whoever is new in the call. Those who
    /// leave before it is said are `gone`.
    case nod(
      isWanted: @Sendable () -> Bool,
      ask: @Sendable (LinkID, Caller, _ answer: @escaping @Sendable (Bool) -> Void) -> Void,
      gone: @Sendable (LinkID) -> Void = { _ in })
    /// The way itself proves who is at the other end of a link that others dialled: they are told a
    /// ticket, to what `ask` says, once it is said; nil turns them away. Those who leave before are
    /// `gone`.
    case given(
      ask: @Sendable (LinkID, _ give: @escaping @Sendable (Role?) -> Void) -> Void,
      gone: @Sendable (LinkID) -> Void = { _ in })
    /// The other side of that: whoever is dialled tells a ticket.
    case taken
  }

  /// Somebody with a ticket.
  public struct Caller: Sendable {
    /// What they call themselves; anything may stand there.
    public let name: String
    public let role: Role
  }
}

extension SafeText {
  /// A name as it stands where addresses do, which hold no blanks.
  var asAddress: String { Data(string.utf8).base64EncodedString() }

  /// Any text may come; nil of what is no name.
  init?(address: Substring) {
    guard let bytes = Data(base64Encoded: String(address)) else { return nil }
    self.init(String(decoding: bytes, as: UTF8.self), limit: .name)
  }
}

extension RandomNumberGenerator {
  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
  }
}
