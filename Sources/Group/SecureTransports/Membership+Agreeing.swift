import GroupSecurity

// Agrees on a call with the members at a meeting place.
extension Membership {
  /// The result of agreeing on a call at a meeting place.
  package enum Agreement {
    /// The run is in the call whose keys the meeting place holds.
    case found
    /// The run is in the call with these keys, and the caller has to save them at the meeting
    /// place.
    case founded(CallRootKeys)
    /// The members at the meeting place have not saved the keys of their call yet.
    case unknown
    /// This run is in another call already.
    case elsewhere
  }

  /// Agrees on a call with the members at a meeting place.
  ///
  /// - Parameters:
  ///   - bytes: the saved keys of the meeting place; nil if it holds none.
  ///   - isFirst: whether no other process is at the meeting place.
  ///   - chance: returns the random bytes for the keys of a new call.
  package func agree(
    on bytes: [UInt8]?, isFirst: Bool, chance: () -> [UInt8]
  ) throws(SecurityError) -> Agreement {
    let known = bytes.flatMap { CallRootKeys($0) }
    defer { notifyInCall() }
    return try state.withLock { state throws(SecurityError) in
      if let own = state.rootKeys {
        if known == own { return .found }
        if isFirst { return .founded(own) }
        // If the epochs differ, the link handshake tells the member that is behind about the change
        // of keys.
        guard let known else { return .unknown }
        return known.isSameCall(as: own) ? .found : .elsewhere
      }
      guard state.epochState == nil, state.credentials.ticket == nil else { return .elsewhere }
      guard let rootKeys = known ?? (isFirst ? CallRootKeys(chance: chance()) : nil) else {
        return .unknown
      }
      state.epochState = try EpochState(try rootKeys.epoch(), keys, lock: rootKeys.lock)
      state.rootKeys = rootKeys
      return known == nil ? .founded(rootKeys) : .found
    }
  }
}
