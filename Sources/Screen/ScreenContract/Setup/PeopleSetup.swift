import BoardContract

/// The facts about people with which the screen starts.
package struct PeopleSetup: Hashable, Sendable {
  /// The people whom this user met before the start.
  package var known = KnownPeople()
  /// Whether to remember the people whom this user meets.
  package var remembers = false
  /// The user of this machine whom Easel rings at the start.
  package var toRing: PersonHere?
  /// Whether this run can be found in its network from the start.
  package var isFindable = false

  package init() {}
}
