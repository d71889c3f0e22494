import Sharing
import Trust

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
