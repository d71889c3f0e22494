/// The user's settings about ways into a call.
package struct CallSettings: Hashable, Sendable {
  /// Whether other users of this machine may ask to join.
  package var takesKnocks: Bool
  /// Whether other users of this machine may ring this user.
  package var takesRings: Bool
  /// Whether UDP may carry what may be lost, beside the TCP links.
  package var usesDatagrams: Bool

  package init(takesKnocks: Bool = true, takesRings: Bool = true, usesDatagrams: Bool = true) {
    (self.takesKnocks, self.takesRings) = (takesKnocks, takesRings)
    self.usesDatagrams = usesDatagrams
  }
}
