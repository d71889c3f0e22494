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

  static let tooSmall = "easel: too small; the board lives on"
}
