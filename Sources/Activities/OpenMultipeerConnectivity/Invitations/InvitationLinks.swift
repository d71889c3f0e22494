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

  /// Has all further events of the link handled by another closure.
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

  private struct State {
    var handlers: [LinkID: Handler] = [:]
    /// The sources of the links that other programs made.
    var sources: [LinkID: String] = [:]
  }

  private let transport: any Transport
  private let isLocal: Bool
  private let accept: @Sendable (InvitationLink) -> Handler?
  private let state = Mutex(State())

  /// The maximum number of links that other programs make, and of those from one source.
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

  /// Closes all links, and stops listening.
  func stop() {
    transport.stop {}
    let handlers = state.withLock { state in
      defer { state = State() }
      return state.handlers.values
    }
    for handler in handlers { handler(.closed) }
  }

  /// Connects to an address. The lock is held meanwhile, so that no event comes too early.
  @discardableResult
  func dial(
    _ address: String,
    _ handler: @escaping @Sendable (InvitationLink, InvitationLink.Event) -> Void
  ) -> InvitationLink {
    state.withLock { state in
      let id = transport.dial(address)
      let link = InvitationLink(self, id, host: isLocal ? nil : Self.host(of: address))
      state.handlers[id] = { handler(link, $0) }
      return link
    }
  }

  /// Returns the host of an address such as `tcp://192.0.2.1:7000`.
  private static func host(of address: String) -> String {
    String(address.drop { $0 != "/" }.dropFirst(2).prefix { $0 != ":" })
  }

  func send(_ bytes: [UInt8], over id: LinkID) {
    // A link that accepts no more bytes closes, since each message counts.
    if !transport.send(bytes, over: id) { end(id) }
  }

  func handle(_ id: LinkID, _ handler: @escaping Handler) -> Bool {
    state.withLock { state in
      guard state.handlers[id] != nil else { return false }
      state.handlers[id] = handler
      return true
    }
  }

  func close(_ id: LinkID) {
    forget(id)
    transport.close(id)
  }

  private func end(_ id: LinkID) {
    let handler = forget(id)
    transport.close(id)
    handler?(.closed)
  }

  @discardableResult
  private func forget(_ id: LinkID) -> Handler? {
    state.withLock { state in
      state.sources[id] = nil
      return state.handlers.removeValue(forKey: id)
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
    case .closed(let id, _): forget(id)?(.closed)
    }
  }

  private func accepted(_ id: LinkID) {
    let source = transport.source(of: id) ?? ""
    let hasRoom = state.withLock { state in
      guard state.sources.count < Self.acceptedMax,
        state.sources.values.count(where: { $0 == source }) < Self.acceptedOfSourceMax
      else { return false }
      state.sources[id] = source
      return true
    }
    let link = InvitationLink(self, id, host: isLocal ? nil : source)
    guard hasRoom, let handler = accept(link) else { return close(id) }
    state.withLock { $0.handlers[id] = handler }
  }
}
