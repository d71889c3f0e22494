import EaselBase
import GroupSecurity

/// The links that neighbours dialled and whose handshake is not finished. If there are too many, a
/// link over which nothing has arrived gives way to a new link.
struct PendingLinks {
  private struct Stranger {
    let link: LinkID
    let source: String?
    var hasSpoken = false
  }

  /// The links in the order in which they came.
  private var all: [Stranger] = []

  /// The maximum number of such links at a time.
  static let countMax = 16
  /// The maximum number of such links from one source.
  static let countMaxOfSource = 8

  func contains(_ link: LinkID) -> Bool { all.contains { $0.link == link } }

  /// Returns the source of a link; nil if it is unknown or if the handshake of the link is
  /// finished.
  func source(of link: LinkID) -> String? { all.first { $0.link == link }?.source }

  /// - Returns: the link that the caller has to close in favour of the new link: the oldest link
  ///   over which nothing has arrived. If the source of the new link is at its maximum, the
  ///   returned link has the same source. Nil if there is a free place.
  /// - Throws: `busy` if no link can give way.
  mutating func add(_ link: LinkID, from source: String?) throws(SecurityError) -> LinkID? {
    let ofSource = source == nil ? 0 : all.count { $0.source == source }
    var givesWay: LinkID?
    if ofSource >= Self.countMaxOfSource {
      guard let silent = all.first(where: { $0.source == source && !$0.hasSpoken }) else {
        throw .busy
      }
      givesWay = silent.link
    } else if all.count >= Self.countMax {
      guard let silent = all.first(where: { !$0.hasSpoken }) else { throw .busy }
      givesWay = silent.link
    }
    all.append(Stranger(link: link, source: source))
    return givesWay
  }

  mutating func spoke(_ link: LinkID) {
    if let index = all.firstIndex(where: { $0.link == link }) { all[index].hasSpoken = true }
  }

  mutating func remove(_ link: LinkID) { all.removeAll { $0.link == link } }
}
