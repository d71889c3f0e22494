import Foundation
import GroupBase
import GroupCore
import GroupSecurity
import Synchronization

/// One link between two programs that may invite each other.
struct InvitationLink: Hashable, Sendable {
  enum Event {
    case opened
    case received([UInt8])
    case closed
  }

  private let links: InvitationLinks
  private let id: LinkID
  /// The address of the other machine; nil over a socket of this machine.
  let host: String?

  init(_ links: InvitationLinks, _ id: LinkID, host: String?) {
    (self.links, self.id, self.host) = (links, id, host)
  }

  func send(_ bytes: [UInt8]) { links.send(bytes, over: id) }
  func send(_ message: InvitationMessage) { if let bytes = message.bytes { send(bytes) } }

  /// Sends the reason, and closes the link.
  func refuse(_ reason: SecurityError) {
    send(reason.message)
    close()
  }

  func close() { links.close(id) }

  /// Whether the link is open, and a stop would close it.
  var isUnaccepted: Bool { links.isUnaccepted(id) }

  /// Counts the link as one that brings an invitation.
  ///
  /// - Returns: false if there are too many of them.
  func countInvitation() -> Bool { links.countInvitation(id) }

  /// Has all further events of the link handled by another closure. The link stays open when the
  /// others stop.
  ///
  /// - Returns: false if the link is closed already.
  func handle(_ handler: @escaping @Sendable (Event) -> Void) -> Bool { links.handle(id, handler) }

  static func == (one: InvitationLink, other: InvitationLink) -> Bool {
    one.links === other.links && one.id == other.id
  }
  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// The links of one transport over which programs without a common call invite each other.
final class InvitationLinks: Sendable {
  typealias Handler = @Sendable (InvitationLink.Event) -> Void

  /// A link that another program made.
  private struct Accepted {
    let source: String
    var bringsInvitation = false
  }

  private struct State {
    var handlers: [LinkID: Handler] = [:]
    /// The links that stay open after a stop.
    var kept: Set<LinkID> = []
    var accepted: [LinkID: Accepted] = [:]
    var isStopped = false

    /// Whether the transport is not needed any more.
    var isOver: Bool { isStopped && handlers.isEmpty }

    /// Returns whether one more link from a source may be open. Links with an invitation and links
    /// without one are counted apart.
    func hasRoom(for link: Accepted) -> Bool {
      let alike = accepted.values.filter { $0.bringsInvitation == link.bringsInvitation }
      return alike.count < InvitationLinks.acceptedMax
        && alike.count(where: { $0.source == link.source }) < InvitationLinks.acceptedOfSourceMax
    }
  }

  private let transport: any Transport
  private let isLocal: Bool
  private let accept: @Sendable (InvitationLink) -> Handler?
  private let state = Mutex(State())
  /// Calls handlers when the links are stopped or refuse bytes, since the caller may hold a lock that
  /// a handler needs.
  private let queue = DispatchQueue(label: "InvitationLinks")

  /// The maximum number of links of one kind that other programs make, and of those from one source.
  static let acceptedMax = 32
  static let acceptedOfSourceMax = 8

  /// - Parameters:
  ///   - transport: a transport that is not started yet and that has no other user.
  ///   - accept: returns the handler of a link that another program made; nil to close it.
  init(
    over transport: any Transport, accept: @escaping @Sendable (InvitationLink) -> Handler?
  ) {
    (self.transport, self.accept) = (transport, accept)
    isLocal = transport.medium != .tcp
    transport.start { [weak self] in self?.handle($0) }
  }

  deinit { transport.stop {} }

  /// Closes all links that are not kept, and accepts no more. The transport stops with the last link.
  func stop() {
    let (ended, isOver) = state.withLock { state in
      state.isStopped = true
      let ended = state.handlers.filter { !state.kept.contains($0.key) }
      for id in ended.keys {
        state.handlers[id] = nil
        state.accepted[id] = nil
      }
      return (ended, state.isOver)
    }
    if isOver { transport.stop {} } else { for id in ended.keys { transport.close(id) } }
    queue.async { for handler in ended.values { handler(.closed) } }
  }

  /// Connects to an address. The lock is held meanwhile, so that no event comes too early.
  ///
  /// - Parameter keeps: whether the link stays open when the others stop.
  /// - Returns: nil after a stop.
  @discardableResult
  func dial(
    _ address: String, keeps: Bool = false,
    _ handler: @escaping @Sendable (InvitationLink, InvitationLink.Event) -> Void
  ) -> InvitationLink? {
    state.withLock { state in
      guard !state.isStopped else { return nil }
      let id = transport.dial(address)
      let link = InvitationLink(self, id, host: isLocal ? nil : Self.host(of: address))
      state.handlers[id] = { handler(link, $0) }
      if keeps { state.kept.insert(id) }
      return link
    }
  }

  /// Returns the host of an address such as `tcp://192.0.2.1:7000`.
  private static func host(of address: String) -> String {
    String(address.drop { $0 != "/" }.dropFirst(2).prefix { $0 != ":" })
  }

  func send(_ bytes: [UInt8], over id: LinkID) {
    // A link that accepts no more bytes closes, since each message counts.
    guard !transport.send(bytes, over: id), let handler = close(id) else { return }
    queue.async { handler(.closed) }
  }

  func handle(_ id: LinkID, _ handler: @escaping Handler) -> Bool {
    state.withLock { state in
      guard state.handlers[id] != nil else { return false }
      state.handlers[id] = handler
      state.kept.insert(id)
      return true
    }
  }

  func isUnaccepted(_ id: LinkID) -> Bool {
    state.withLock { $0.handlers[id] != nil && !$0.kept.contains(id) }
  }

  func countInvitation(_ id: LinkID) -> Bool {
    state.withLock { state in
      guard var link = state.accepted[id] else { return false }
      link.bringsInvitation = true
      guard state.hasRoom(for: link) else { return false }
      state.accepted[id] = link
      return true
    }
  }

  /// - Returns: the handler, which gets no further event.
  @discardableResult
  func close(_ id: LinkID) -> Handler? {
    let (handler, isOver) = forget(id)
    // A stop sends what waits for the link as well.
    if isOver { transport.stop {} } else { transport.close(id) }
    return handler
  }

  private func forget(_ id: LinkID) -> (handler: Handler?, isOver: Bool) {
    state.withLock { state in
      state.accepted[id] = nil
      state.kept.remove(id)
      let handler = state.handlers.removeValue(forKey: id)
      return (handler, state.isOver)
    }
  }

  private func handle(_ event: TransportEvent) {
    switch event {
    case .listens, .receivedLossy, .mediumChanged: break
    case .opened(let id, let isDialled):
      transport.limitMessages(over: id, to: InvitationMessage.bytesMax, lastWords: nil)
      if !isDialled { return accepted(id) }
      state.withLock { $0.handlers[id] }?(.opened)
    case .received(let bytes, let id): state.withLock { $0.handlers[id] }?(.received(bytes))
    case .closed(let id, _):
      let (handler, isOver) = forget(id)
      if isOver { transport.stop {} }
      handler?(.closed)
    }
  }

  private func accepted(_ id: LinkID) {
    let source = transport.source(of: id) ?? ""
    let accepted = Accepted(source: source)
    let hasRoom = state.withLock { state in
      guard !state.isStopped, state.hasRoom(for: accepted) else { return false }
      state.accepted[id] = accepted
      return true
    }
    let link = InvitationLink(self, id, host: isLocal ? nil : source)
    guard hasRoom, let handler = accept(link) else {
      close(id)
      return
    }
    let isOpen = state.withLock { state in
      if !state.isStopped { state.handlers[id] = handler }
      return !state.isStopped
    }
    if !isOpen { close(id) }
  }
}
