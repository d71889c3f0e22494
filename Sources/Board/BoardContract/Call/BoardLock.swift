import EaselBase

/// The lock of the board: only some people may draw until it ends. The keys of the call prove it.
package struct BoardLock: Hashable, Sendable {
  /// The name of the member that locked the board; nil if it is this user.
  package var locker: SafeText?
  /// The authors that the lock made watchers, in order.
  package var authors: [AuthorID]
  /// Whether this user may draw.
  package var mayDraw: Bool

  package init(locker: SafeText? = nil, authors: [AuthorID] = [], mayDraw: Bool = true) {
    (self.locker, self.authors, self.mayDraw) = (locker, authors.sorted(), mayDraw)
  }
}
