import EaselBase

// The names of another participant.
extension Guest {
  /// The name, or "Somebody" if there is none. A display has the name of the person who opened it.
  var shownName: String {
    let name = name?.string ?? "Somebody"
    return kind == .display ? "screen of \(name)" : name
  }

  /// This user's own name for them; without one, the name that others know.
  package var name: SafeText? { ownName ?? givenName }

  /// The name, and behind a name of this user's own the name that others know.
  var fullName: String {
    guard let ownName, let givenName, givenName != ownName else { return shownName }
    return "\(ownName.string) (\(givenName.string))"
  }

  /// The name from the transport, which may have verified it. If there is none, the name that they
  /// chose themselves.
  var givenName: SafeText? {
    if let callName, !callName.string.isEmpty { return callName }
    if let name = known?.name, !name.string.isEmpty { return name }
    return nil
  }
}
