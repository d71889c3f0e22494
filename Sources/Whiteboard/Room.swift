import Log

/// How much a board holds.
///
/// It is held where somebody draws, never where what they drew arrives: what all have is the same for
/// all. A twentieth of what a log may weigh is kept free, so that a full board can still be tidied:
/// one half of that for finishing what was begun and for taking things away or back, the other for
/// whoever moderates.
public struct Room: Hashable, Sendable {
  /// Things that are seen.
  public var things: Int
  /// What the log weighs.
  public var bytes: Int

  public init(things: Int = 200_000, bytes: Int = Log.recordedBytesMax) {
    (self.things, self.bytes) = (things, bytes)
  }

  /// What somebody wants to do on a board.
  public enum Use: Hashable, Sendable {
    /// Begin to draw, or move or recolour something.
    case draw
    /// Keep what was begun while there was room, or take something away or back.
    case finish
    /// Take something away or back where one moderates, or nobody else is there.
    case tidy
  }

  /// Why something cannot be done.
  public enum Lack: Hashable, Sendable { case things, bytes }

  /// - Parameters:
  ///   - things: how many would be seen.
  ///   - bytes: what the log would weigh.
  public func lack(for use: Use, things: Int, bytes: Int) -> Lack? {
    switch use {
    case .draw: things > self.things ? .things : bytes > part(950) ? .bytes : nil
    case .finish: bytes > part(975) ? .bytes : nil
    case .tidy: bytes > self.bytes ? .bytes : nil
    }
  }

  private func part(_ thousandths: Int) -> Int { bytes / 1_000 * thousandths }
}
