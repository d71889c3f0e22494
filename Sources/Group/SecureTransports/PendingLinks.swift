import EaselBase
import GroupSecurity

/// Those at the doors who did not prove themselves yet. Whoever says nothing keeps nobody out.
struct PendingLinks {
  private struct Stranger {
    let link: LinkID
    let source: String?
    var hasSpoken = false
  }

  /// In the order in which they came.
  private var all: [Stranger] = []

  /// As many may stand there at once.
  static let countMax = 16
  /// … and as many who come from one place.
  static let countMaxOfSource = 8

  func contains(_ link: LinkID) -> Bool { all.contains { $0.link == link } }

  /// Where somebody comes from; nil where that is not known, and of who is no stranger.
  func source(of link: LinkID) -> String? { all.first { $0.link == link }?.source }

  /// - Returns: who has to go for this one: the first who came and said nothing.
  /// - Throws: `busy` where nobody does.
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
