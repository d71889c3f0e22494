import BoardLog

/// How much a board can hold.
///
/// The log decides how much each author may write, by a rule that is the same on every member. This
/// quota keeps an author from beginning a stroke that could not be finished: a twentieth of their
/// drawing allowance is kept free to finish what was begun. Erasing, undoing and clearing have an
/// allowance of their own.
package struct BoardQuota: Hashable, Sendable {
  /// The most things that can be visible.
  package var things: Int

  package init(things: Int = 200_000) { self.things = things }

  /// The actions that an author may want to do on a board.
  package enum Use: Hashable, Sendable {
    /// Begins to draw, or moves or recolours a thing.
    case draw
    /// Keeps a stroke that was begun while there was room.
    case finish
    /// Hides a thing, or takes an action back.
    case tidy
  }

  /// The reason why an action cannot be done.
  package enum Lack: Hashable, Sendable {
    /// The board holds no more things.
    case things
    /// The author has drawn as much as an author may.
    case drawing
    /// The author has erased and undone as much as an author may.
    case tidying
  }

  /// - Parameters:
  ///   - things: how many things would be visible.
  ///   - charge: how much of the allowance the author's entries use.
  ///   - bytes: how much more they would use.
  package func lack(
    for use: Use, things: Int, charge: Charge, bytes: Int, in allowance: Allowance
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
