import EaselBase
import GroupBase
import GroupCore
import GroupSecurity

/// The links that neighbours dialled and whose handshake is not finished. If there are too many, a
/// link over which nothing has arrived gives way to a new link.
struct PendingLinks {
  private struct Stranger {
    let link: LinkID
    let source: String?
    var hasSpoken = false
    /// The rank that the guest has proved; nil if it has proved no right yet.
    var proved: AdmissionRule.Rank?
  }

  /// The links in the order in which they came.
  private var all: [Stranger] = []

  /// The maximum number of such links at a time. A guest without a proved right counts as a watcher.
  static let rule = AdmissionRule(capacity: countMax, watchersMax: countMax)
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
    var displaced: LinkID?
    if ofSource >= Self.countMaxOfSource {
      guard let silent = all.first(where: { $0.source == source && !$0.hasSpoken }) else {
        throw .busy
      }
      displaced = silent.link
    } else if all.count >= Self.countMax {
      let silent = all.first { !$0.hasSpoken }?.link
      guard let link = silent ?? occupantToReplace(from: source) else { throw .busy }
      displaced = link
    }
    all.append(Stranger(link: link, source: source))
    return displaced
  }

  mutating func spoke(_ link: LinkID) {
    if let index = all.firstIndex(where: { $0.link == link }) { all[index].hasSpoken = true }
  }

  /// Records the right that a guest has proved. Such a guest may wait long for a person's answer.
  mutating func proved(_ rank: AdmissionRule.Rank, by link: LinkID) {
    if let index = all.firstIndex(where: { $0.link == link }) { all[index].proved = rank }
  }

  private func occupantToReplace(from source: String?) -> LinkID? {
    Self.rule.occupantToReplace(
      by: .watcher, from: source,
      among: all.enumerated().map { order, stranger in
        AdmissionRule.Occupant(
          stranger.link, stranger.proved ?? .watcher, by: stranger.source, order: UInt64(order))
      })
  }

  /// Removes a link.
  ///
  /// - Returns: whether the link was pending and its guest had proved no right.
  mutating func remove(_ link: LinkID) -> Bool {
    guard let index = all.firstIndex(where: { $0.link == link }) else { return false }
    return all.remove(at: index).proved == nil
  }
}
