import EaselBase

/// A run that was found in this network.
package struct NearbyRun: Hashable, Sendable {
  package let announcement: NearbyAnnouncement
  /// The IPv4 address from which the answer came. A record cannot name another one.
  package let host: [UInt8]

  package init(_ announcement: NearbyAnnouncement, at host: [UInt8]) {
    (self.announcement, self.host) = (announcement, host)
  }

  /// The address at which the run can be met.
  package var address: String {
    "tcp://\(host.map { "\($0)" }.joined(separator: ".")):\(announcement.port)"
  }
}

/// An IPv4 interface of this machine.
package struct NetworkInterface: Hashable, Sendable {
  package let address: [UInt8]
  private let mask: [UInt8]

  package init(address: [UInt8], mask: [UInt8]) { (self.address, self.mask) = (address, mask) }

  /// Whether a source is in the interface's own subnet.
  package func contains(_ source: [UInt8]) -> Bool {
    source.count == 4 && address.count == 4 && mask.count == 4
      && (0..<4).allSatisfy { source[$0] & mask[$0] == address[$0] & mask[$0] }
  }

  /// Whether a source in text, such as `192.0.2.7`, is in the interface's own subnet.
  package func contains(_ source: String) -> Bool {
    let parts = source.split(separator: ".")
    return parts.count == 4 && contains(parts.compactMap { UInt8($0) })
  }
}

/// The runs that answered a question, each until its answer is no longer valid.
package struct NearbyBrowser: Sendable {
  private let id: UInt16
  private let own: [UInt8]
  private let service: NearbyService
  private var found: [NearbyRun: Uptime] = [:]

  /// The maximum number of runs.
  package static let runsMax = 64
  /// The maximum number of runs at one address.
  package static let runsOfHostMax = 8

  /// - Parameters:
  ///   - id: random bits, which only an answer to this browser's question repeats.
  ///   - own: the name of this run, which is left out.
  ///   - service: the service of the runs; by default Easel's own.
  package init(_ id: UInt16, own: [UInt8], for service: NearbyService = .easel) {
    (self.id, self.own, self.service) = (id, own, service)
  }

  package var question: [UInt8] { NearbyAnnouncement.question(id, for: service) }

  /// Handles an answer. The bytes are untrusted.
  package mutating func receive(
    _ bytes: [UInt8], from host: [UInt8], over interface: NetworkInterface, at now: Uptime
  ) {
    guard interface.contains(host) else { return }
    expire(at: now)
    for announcement in NearbyAnnouncement.all(in: bytes, answering: id, for: service)
    where announcement.instance != own {
      let run = NearbyRun(announcement, at: host)
      guard
        found[run] != nil
          || found.count < Self.runsMax
            && found.keys.count(where: { $0.host == host }) < Self.runsOfHostMax
      else { continue }
      found[run] = now.advanced(by: NearbyAnnouncement.lifetime)
    }
  }

  /// Returns the runs whose answers are valid, in a fixed order.
  package mutating func runs(at now: Uptime) -> [NearbyRun] {
    expire(at: now)
    return found.keys.sorted {
      ($0.host + $0.announcement.instance).lexicographicallyPrecedes(
        $1.host + $1.announcement.instance)
    }
  }

  private mutating func expire(at now: Uptime) { found = found.filter { now < $0.value } }
}

/// Limits the answers to one a second for each source.
package struct AnswerLimiter: Sendable {
  private var last: [[UInt8]: Uptime] = [:]
  /// The maximum number of sources that are remembered; further ones get no answer.
  static let sourcesMax = 256
  static let period = Duration.seconds(1)

  package init() {}

  /// Returns whether a source gets an answer now.
  package mutating func admits(_ source: [UInt8], at now: Uptime) -> Bool {
    last = last.filter { now < $0.value.advanced(by: Self.period) }
    guard last[source] == nil, last.count < Self.sourcesMax else { return false }
    last[source] = now
    return true
  }
}
