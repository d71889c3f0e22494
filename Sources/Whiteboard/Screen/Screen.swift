import Rendering

/// The parts that a frame was last composed of, so that only what differs is composed again.
struct Screen: Hashable, Sendable {
  var top: [Cell] = []
  var bottom: [Cell] = []
  var topLine: TopLine?
  var controlBar: ControlBar?
  var topLayout = BarLayout([], folds: [], columns: 0)
  var bottomLayout = BarLayout([], folds: [], columns: 0)
  var overlay = Overlay()
  var theme: Theme?

  /// Said instead of all else where there is no room for it; the longest that fits.
  static func tooSmall(columns: Int) -> String {
    let sentences = ["This screen is too small; the board lives on.", "Too small", "small"]
    return sentences.first { $0.utf8.count <= columns } ?? ""
  }
}
