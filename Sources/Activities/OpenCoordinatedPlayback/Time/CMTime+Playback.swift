import GroupPlayback

// The times of the machine and the times of programs.
extension CMTime {
  /// Creates the time of a clock.
  init(_ time: HostTime) { self.init(value: time.microseconds, timescale: 1_000_000) }

  /// Creates the time of an item.
  init(_ time: ItemTime) { self.init(value: time.value, timescale: time.timescale) }
}

extension HostTime {
  /// Returns nil for a time that is not numeric.
  init?(_ time: CMTime) {
    guard time.isNumeric else { return nil }
    let converted = time.convertScale(1_000_000, method: .default)
    self.init(
      microseconds: converted.timescale == 1_000_000
        ? converted.value : time.value < 0 ? .min : .max)
  }
}

extension ItemTime {
  /// Returns nil for a time that is not numeric.
  init?(_ time: CMTime) {
    guard time.isNumeric else { return nil }
    self.init(value: time.value, timescale: time.timescale)
  }
}
