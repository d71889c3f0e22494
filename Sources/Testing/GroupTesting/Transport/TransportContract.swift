import GroupBase

// Programs without tests in them, such as easel-sim, are linked without the Testing library.
#if canImport(Testing)
  import EaselBase
  import GroupCore
  import Testing

  /// The laws that every transport must keep, regardless of its carrier. One suite tests all
  /// transports.
  ///
  /// A transport's test checks each ``Law`` under a time limit, since a check waits for each expected
  /// event of the transport, and records violations.
  public struct TransportContract: Sendable {
    private let make: @Sendable () throws -> any Transport
    private let nowhere: String

    /// A law of the contract.
    public enum Law: String, CaseIterable, Sendable, CustomTestStringConvertible {
      /// A dial opens a link at both ends; at each end, the link's name differs from the names of all
      /// other links.
      case opens = "X1 · a dial opens a link at both ends"
      /// A failed dial is reported as closed, with its fault, after `dial` has returned.
      case refuses = "X2 · a failed dial is told as closed"
      /// Messages of every size up to the largest arrive whole, in order and unchanged,
      /// both ways; a larger message is refused.
      case carries = "X3 · messages of every size arrive whole, in order, unchanged"
      /// Messages accepted before a link is closed arrive; then the other side gets an
      /// event that the link closed, and the closing side gets no event. A closed link
      /// accepts no message.
      case closes = "X4 · messages accepted before a link is closed arrive"
      /// For a neighbour that does not read, a transport accepts only a limited number of
      /// bytes, and refuses more. The accepted messages arrive once the neighbour reads
      /// again.
      case holdsBack = "X5 · for a neighbour that takes nothing only so much waits"
      /// A transport that stops closes all its links; the other sides get an event for each
      /// closed link.
      case stops = "X6 · a transport that stops closes all links, and the others hear so"
      /// Messages that a handler sends during an event arrive at each receiver, in order. A
      /// member in the middle of a call forwards messages in this way.
      case passesOn = "X7 · a message passed on to many arrives at each, in order"
      /// Data that waits for several links is held once. A link that is cut gives its data
      /// back at once.
      case sharesWaiting = "X8 · data that waits for several links is held once, and is given back"
      /// A lossy message that is accepted arrives whole or not at all, perhaps twice or out of order.
      case mayLose = "X9 · a lossy message arrives whole or not at all"

      /// The law as a sentence.
      public var testDescription: String { rawValue }
    }

    /// An error after which a law cannot be checked further.
    struct Broken: Error {
      let what: String
      init(_ what: String) { self.what = what }
    }

    /// Creates the laws for one kind of transport.
    ///
    /// - Parameters:
    ///   - nowhere: an address of the transport's kind at which no transport listens.
    ///   - make: makes a transport that listens at its own address and can be dialled by the
    ///     others.
    public init(nowhere: String, make: @escaping @Sendable () throws -> any Transport) {
      (self.nowhere, self.make) = (nowhere, make)
    }

    /// Two ends and the link between them.
    private struct Pair {
      let near: TransportEnd
      let far: TransportEnd
      let nearLink: LinkID
      let farLink: LinkID
    }

    private func connect() async throws -> Pair {
      let (near, far) = (TransportEnd(try make()), TransportEnd(try make()))
      _ = try await near.address()
      let address = try await far.address()
      #expect(near.call { $0.reaches(address) })
      let dialled = near.call { $0.dial(address) }
      guard case .opened(let nearLink, isDialled: true) = try await near.next(),
        case .opened(let farLink, isDialled: false) = try await far.next()
      else { throw Broken("a dial does not open a link at both ends") }
      #expect(nearLink == dialled)
      return Pair(near: near, far: far, nearLink: nearLink, farLink: farLink)
    }

    private func stop(_ pair: Pair) {
      pair.near.call { $0.stop() }
      pair.far.call { $0.stop() }
    }

    /// Checks a law.
    public func check(_ law: Law) async throws {
      switch law {
      case .opens: try await opens()
      case .refuses: try await refuses()
      case .carries: try await carries()
      case .closes: try await closes()
      case .holdsBack: try await holdsBack()
      case .stops: try await stops()
      case .passesOn: try await passesOn()
      case .sharesWaiting: try await sharesWaiting()
      case .mayLose: try await mayLose()
      }
    }

    // MARK: The laws

    private func opens() async throws {
      let pair = try await connect()
      let address = nowhere
      let other = pair.near.call { $0.dial(address) }
      #expect(other != pair.nearLink)
      stop(pair)
    }

    private func refuses() async throws {
      let end = TransportEnd(try make())
      _ = try await end.address()
      let address = nowhere
      let link = end.call { $0.dial(address) }
      guard case .closed(link, let fault?) = try await end.next() else {
        throw Broken("what could not be dialled is not told as closed, with what is wrong")
      }
      #expect(fault.address == address)
      end.call { $0.stop() }
    }

    private func carries() async throws {
      let pair = try await connect()
      let sizes = [0, 1, 2, 127, 128, 4_096, 4_097, 65_535, TransportLimits.messageBytesMax]
      let messages = sizes.enumerated().map { index, size in
        (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ index) }
      }
      let larger = [UInt8](repeating: 1, count: TransportLimits.messageBytesMax + 1)
      for message in messages {
        #expect(pair.near.call { $0.send(message, over: pair.nearLink) })
        #expect(!pair.near.call { $0.send(larger, over: pair.nearLink) })
        #expect(pair.far.call { $0.send(message, over: pair.farLink) })
      }
      for message in messages {
        let (there, here) = (try await pair.far.next(), try await pair.near.next())
        #expect(there == .received(message, over: pair.farLink), "of \(message.count) bytes")
        #expect(here == .received(message, over: pair.nearLink), "of \(message.count) bytes")
      }
      stop(pair)
    }

    private func closes() async throws {
      let pair = try await connect()
      for number in 0..<100 {
        #expect(pair.near.call { $0.send([UInt8(number)], over: pair.nearLink) })
      }
      pair.near.call { $0.close(pair.nearLink) }
      #expect(!pair.near.call { $0.send([1], over: pair.nearLink) })
      for number in 0..<100 {
        #expect(try await pair.far.next() == .received([UInt8(number)], over: pair.farLink))
      }
      #expect(try await pair.far.next() == .closed(pair.farLink, nil))
      #expect(!pair.far.call { $0.send([1], over: pair.farLink) })
      let address = nowhere
      let other = pair.near.call { $0.dial(address) }
      guard case .closed(other, _?) = try await pair.near.next() else {
        throw Broken("who closed a link hears more of it")
      }
      stop(pair)
    }

    private func holdsBack() async throws {
      let pair = try await connect()
      let message = [UInt8](repeating: 7, count: TransportLimits.messageBytesMax)
      pair.far.block()
      var accepted = 0
      let most = 4 * TransportLimits.waitingBytesMax / message.count
      while accepted <= most, pair.near.call({ $0.send(message, over: pair.nearLink) }) {
        accepted += 1
      }
      #expect(accepted > 0 && accepted <= most, "\(accepted) messages of 64 KiB were taken")
      pair.far.unblock()
      for _ in 0..<accepted {
        #expect(try await pair.far.next() == .received(message, over: pair.farLink))
      }
      try #require(pair.near.call { $0.send([1], over: pair.nearLink) })
      #expect(try await pair.far.next() == .received([1], over: pair.farLink))
      stop(pair)
    }

    private func stops() async throws {
      let pair = try await connect()
      pair.near.call { $0.stop() }
      #expect(try await pair.far.next() == .closed(pair.farLink, nil))
      #expect(!pair.near.call { $0.send([1], over: pair.nearLink) })
      pair.far.call { $0.stop() }
    }

    private func sharesWaiting() async throws {
      let hub = TransportEnd(try make())
      let address = try await hub.address()
      var ends: [TransportEnd] = []
      var links: [LinkID] = []
      for _ in 0..<6 {
        let end = TransportEnd(try make())
        _ = try await end.address()
        _ = end.call { $0.dial(address) }
        guard case .opened(_, isDialled: true) = try await end.next(),
          case .opened(let link, isDialled: false) = try await hub.next()
        else { throw Broken("a dial does not open a link at both ends") }
        end.block()
        ends.append(end)
        links.append(link)
      }
      let count = 48
      for number in 0..<count {
        let body = SharedBytes([UInt8](repeating: UInt8(number), count: 60_000))
        for link in links {
          #expect(hub.call { $0.send(LinkFrame([UInt8(number)], body), over: link) })
        }
      }
      let waiting = links.map { link in hub.call { $0.backlog(of: link).waiting } }
      let held = hub.call(\.held)
      // A buffer of 60,000 bytes has room for 65,536.
      #expect(held <= count * 65_536 + links.count * 64 * 1_024)
      #expect(waiting.allSatisfy { $0 > 0 } && held < waiting.reduce(0, +))
      for end in ends.dropLast() { end.unblock() }
      for end in ends.dropLast() {
        for number in 0..<count {
          let bytes = [UInt8(number)] + [UInt8](repeating: UInt8(number), count: 60_000)
          guard case .received(bytes, _) = try await end.next() else {
            throw Broken("message \(number) does not arrive whole and in order")
          }
        }
      }
      if let last = links.last { hub.call { $0.cut(last) } }
      ends.last?.unblock()
      let deadline = ContinuousClock.now + .seconds(10)
      while hub.call(\.held) > 0, .now < deadline { await Task.yield() }
      #expect(hub.call(\.held) == 0)
      for end in ends + [hub] { end.call { $0.stop() } }
    }

    private func mayLose() async throws {
      let pair = try await connect()
      let messages = (1...100).map { [UInt8](repeating: UInt8($0), count: $0 * 10) }
      for message in messages {
        _ = pair.near.call { $0.sendLossy(message, over: pair.nearLink) }
      }
      #expect(pair.near.call { $0.send([0], over: pair.nearLink) })
      var counts: [[UInt8]: Int] = [:]
      var isLast = false
      while !isLast {
        switch try await pair.far.next() {
        case .received([0], _): isLast = true
        case .received(let message, _), .receivedLossy(let message, _):
          counts[message, default: 0] += 1
        case .mediumChanged: break
        case .listens, .opened, .closed: throw Broken("something else comes than what was said")
        }
      }
      for (message, count) in counts { #expect(messages.contains(message) && count <= 2) }
      stop(pair)
    }

    private func passesOn() async throws {
      let hub = TransportEnd(try make())
      let address = try await hub.address()
      var members: [(end: TransportEnd, link: LinkID)] = []
      var links: [LinkID] = []
      for _ in 0..<4 {
        let end = TransportEnd(try make())
        _ = try await end.address()
        let link = end.call { $0.dial(address) }
        guard case .opened(link, isDialled: true) = try await end.next(),
          case .opened(let hubLink, isDialled: false) = try await hub.next()
        else { throw Broken("a dial does not open a link at both ends") }
        members.append((end, link))
        links.append(hubLink)
      }
      hub.passOn(to: links)
      // Two members send at the same time. Short messages arrive several in one read; long messages
      // arrive one by one.
      let messages = (0..<100).map { [UInt8](repeating: UInt8($0), count: 1 + $0 * 37) }
      for message in messages {
        for (end, link) in members.prefix(2) { #expect(end.call { $0.send(message, over: link) }) }
      }
      for (index, (end, link)) in members.enumerated() {
        var heard: [[UInt8]] = []
        let count = messages.count * (index < 2 ? 1 : 2)
        while heard.count < count {
          guard case .received(let message, link) = try await end.next() else {
            throw Broken("something else comes than what was said")
          }
          heard.append(message)
        }
        // Two members send the same messages. The order is right if each message that arrives is
        // the next message of at least one of them.
        var said = [0, 0]
        for message in heard {
          let origin = said.firstIndex { $0 < messages.count && messages[$0] == message }
          said[try #require(origin, "a message does not come in order")] += 1
        }
        end.call { $0.stop() }
      }
      hub.call { $0.stop() }
    }
  }
#endif
