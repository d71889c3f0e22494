#if !canImport(Darwin)
  import Foundation

  // Foundation names the layout of a value by a text; these are the layouts of three and of six words.
  private let layoutOfTime = "[3q]"
  private let layoutOfRange = "[6q]"

  extension NSValue {
    /// Creates a value that holds a time.
    public convenience init(time: CMTime) { self.init(holding: time, layoutOfTime) }
    /// Creates a value that holds a stretch of time.
    public convenience init(timeRange: CMTimeRange) { self.init(holding: timeRange, layoutOfRange) }

    /// The time that the value holds; invalid if it holds something else.
    public var timeValue: CMTime { held(layoutOfTime) ?? .invalid }
    /// The stretch of time that the value holds; invalid if it holds something else.
    public var timeRangeValue: CMTimeRange { held(layoutOfRange) ?? .invalid }

    private convenience init<Value: BitwiseCopyable>(holding value: Value, _ layout: String) {
      var value = value
      self.init(bytes: &value, objCType: layout)
    }

    private func held<Value: BitwiseCopyable>(_ layout: String) -> Value? {
      guard String(cString: objCType) == layout else { return nil }
      return withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { buffer in
        buffer.baseAddress.map { address in
          getValue(address)
          return address.pointee
        }
      }
    }
  }
#endif
