import EaselBase
import EaselPlatform
import GroupBase
import GroupSecurity

/// The users of this machine whom this user rang, and who may therefore come in once without a
/// question. The kernel names a user, so no other user can use the pass.
struct RingPasses {
  /// The board, the session and the keys for which a pass counts.
  struct Scope: Hashable {
    let board: BoardID
    /// Nil before this user's session has begun.
    let session: SessionUUID?
    /// The number of the present keys of the call.
    let keys: UInt32

    /// Whether a pass for this scope still counts in a later one. A session may have begun since.
    fileprivate func counts(in later: Scope) -> Bool {
      board == later.board && keys == later.keys && (session == nil || session == later.session)
    }
  }

  private struct Pass {
    let role: Role
    let scope: Scope
    let expires: Uptime
  }

  private var passes: [uid_t: Pass] = [:]

  /// The time for which a pass counts.
  static let validity = Duration.seconds(300)
  /// The maximum number of passes; the one that ends first gives way.
  static let countMax = 16

  /// Gives a user a pass in place of an earlier one.
  ///
  /// - Parameter role: the role of this user in the call, which the other user gets at most.
  mutating func add(_ user: uid_t, to role: Role, in scope: Scope, at now: Uptime) {
    passes[user] = Pass(role: role, scope: scope, expires: now.advanced(by: Self.validity))
    guard passes.count > Self.countMax else { return }
    let first = passes.min { ($0.value.expires, $0.key) < ($1.value.expires, $1.key) }
    if let first { passes[first.key] = nil }
  }

  /// Uses up the pass of a user.
  ///
  /// - Parameter wish: the role that the user asks for.
  /// - Returns: the role that the user gets; nil if the user has no pass that counts.
  mutating func redeem(_ user: uid_t, wishing wish: Role, in scope: Scope, at now: Uptime) -> Role?
  {
    guard let pass = passes.removeValue(forKey: user), now < pass.expires,
      pass.scope.counts(in: scope)
    else { return nil }
    return min(pass.role, wish)
  }

  mutating func remove(_ user: uid_t) { passes[user] = nil }

  /// Ends all passes: this user left the session, is out of the call, or locked the board.
  mutating func removeAll() { passes = [:] }
}
