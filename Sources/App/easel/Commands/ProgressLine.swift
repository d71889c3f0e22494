import EaselPlatform

/// A line on standard error that tells how much of some long work is done; no line where standard error
/// is no terminal.
struct ProgressLine {
  private let name: String
  private let isSeen = isatty(STDERR_FILENO) == 1
  private var percent: Int?

  /// - Parameter name: the work, such as "Recording".
  init(_ name: String) { self.name = name }

  /// - Parameter part: how much is done, from 0 to 1.
  mutating func show(_ part: Double) {
    let percent = Int(min(max(part, 0), 1) * 100)
    guard isSeen, percent != self.percent else { return }
    self.percent = percent
    Report.prompt("\r\(name)… \(percent) %")
  }

  /// Removes the line.
  mutating func end() {
    if percent != nil { Report.prompt("\r\u{1B}[K") }
    percent = nil
  }
}
