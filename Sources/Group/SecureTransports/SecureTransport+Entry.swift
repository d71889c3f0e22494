import EaselBase
import Foundation
import GroupSecurity

extension SecureTransport {
  /// What brings somebody in over a transport.
  public enum Entry: Sendable {
    /// A ticket that both sides have.
    case ticket
    /// A ticket and, where that is wanted, a person's word for whoever is new in the call: the answer
    /// nil lets them in, and a refusal turns them away. Those who leave before it is said are `gone`.
    case nod(
      isWanted: @Sendable () -> Bool,
      ask:
        @Sendable (LinkID, Caller, _ answer: @escaping @Sendable (SecurityError?) -> Void) -> Void,
      gone: @Sendable (LinkID) -> Void = { _ in })
    /// The way itself proves who is at the other end of a link that others dialled: they say what
    /// they want to do, and are told a ticket to what `ask` says of it, once it is said; a refusal
    /// turns them away. Those who leave before are `gone`.
    case given(
      ask:
        @Sendable (
          LinkID, _ wish: Role, _ give: @escaping @Sendable (Result<Role, SecurityError>) -> Void
        ) -> Void,
      gone: @Sendable (LinkID) -> Void = { _ in })
    /// The other side of that: whoever is dialled tells a ticket, and no more is taken than this.
    case taken(Role)
  }

  /// Somebody with a ticket.
  public struct Caller: Sendable {
    /// What they call themselves; anything may stand there.
    public let name: String
    public let role: Role
    /// Where they come from, as ``Transport/source(of:)`` says; nil where that is not known.
    public let source: String?
  }
}

extension Role {
  /// What somebody says who is to be told a ticket.
  var wish: [UInt8] { Array(description.utf8) }

  /// Any bytes may come; nil of what is no wish.
  init?(wish: [UInt8]) {
    guard let role = [Role.watch, .draw].first(where: { $0.wish == wish }) else { return nil }
    self = role
  }
}

extension Ticket {
  /// What one names that is of use on one link only, and behind it the name that goes with it.
  static func places(as name: SafeText?) -> [String] {
    ["here"] + (name.map { [nameMark + $0.asAddress] } ?? [])
  }

  /// The name that whoever is told this one has to go by.
  var givenName: SafeText? {
    let named = addresses.first { $0.hasPrefix(Self.nameMark) }
    return named.flatMap { SafeText(address: $0.dropFirst(Self.nameMark.count)) }
  }

  private static let nameMark = "as:"
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
  package mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
  }
}

extension SecureTransport {
  /// How long what was said before keys were changed may be on its way, milliseconds.
  public static let lateness = 10_000
  /// The door closes a link whose other side did not prove itself for this long, milliseconds.
  public static let patience = 5_000

  public static let delayed: Delay = { milliseconds, act in
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds), execute: act)
  }
}
