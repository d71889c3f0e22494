import BoardLog

/// How much a board holds.
///
/// The log decides how much each author may write, where every member judges alike. Here an author is
/// kept from beginning what could not be finished: a twentieth of what they may draw is kept free for
/// finishing what was begun. Erasing, undoing and clearing have an allowance of their own.
public struct BoardQuota: Hashable, Sendable {
  /// Things that are seen.
  public var things: Int

  public init(things: Int = 200_000) { self.things = things }

  /// The things that an author may want to do on a board.
  public enum Use: Hashable, Sendable {
    /// Begin to draw, or move or recolour something.
    case draw
    /// Keep what was begun while there was room.
    case finish
    /// Take something away or back.
    case tidy
  }

  /// Why something cannot be done.
  public enum Lack: Hashable, Sendable {
    /// The board holds no more things.
    case things
    /// The author has drawn as much as one author may.
    case drawing
    /// The author has erased and undone as much as one author may.
    case tidying
  }

  /// - Parameters:
  ///   - things: how many would be seen.
  ///   - charge: what the author's entries weigh.
  ///   - bytes: what they would weigh more.
  public func lack(
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
