import BoardLog

/// How much a board can hold.
///
/// The log decides how much each author may write, by a rule that is the same on every member. This
/// quota keeps an author from beginning a stroke for which there would be no room at its end: a
/// twentieth of the author's drawing allowance is reserved for strokes that were begun. Erasing,
/// undoing and clearing have a separate allowance.
package struct BoardQuota: Hashable, Sendable {
  /// The greatest number of visible things.
  package var things: Int

  package init(things: Int = 200_000) { self.things = things }

  /// The kinds of action that a quota distinguishes.
  package enum Use: Hashable, Sendable {
    /// Begins a stroke, or changes the place or the look of a thing.
    case draw
    /// Records a stroke that was begun while there was room.
    case finish
    /// Hides a thing, or undoes an action.
    case tidy
  }

  /// The reason why an action has no room.
  package enum Lack: Hashable, Sendable {
    /// The board holds no more things.
    case things
    /// The author has drawn as much as an author may.
    case drawing
    /// The author has erased and undone as much as an author may.
    case tidying
  }

  /// Returns the reason why an action has no room; nil if it has room.
  ///
  /// - Parameters:
  ///   - things: the number of visible things after the action.
  ///   - charge: the part of the allowance that the author's entries use.
  ///   - bytes: the further bytes that the action would use.
  package func lack(
    for use: Use, things: Int, charge: AuthorCharge, bytes: Int, in allowance: Allowance
  ) -> Lack? {
    let drawn = charge.drawing + bytes
    switch use {
    case .draw:
      let begun = allowance.drawing / 1_000 * 950
      return things > self.things ? .things : drawn > begun ? .drawing : nil
    case .finish: return drawn > allowance.drawing ? .drawing : nil
    case .tidy: return charge.tidying + bytes > allowance.tidying ? .tidying : nil
    }
  }
}
