import GroupPlayback
import Synchronization

/// A time that moves with a clock at a rate, and stands while the rate is 0.
public final class CMTimebase: Sendable {
  private struct State {
    var rate = 0.0
    var time = CMTime.zero
    var sourceTime: CMTime

    func time(at now: CMTime) -> CMTime { time + (now - sourceTime) * rate }
  }

  /// The clock that moves this time.
  public let sourceClock: CMClock
  private let state: Mutex<State>

  /// Creates a time that stands at 0.
  ///
  /// - Throws: nothing here; elsewhere there may be no memory left.
  public convenience init(sourceClock: CMClock) throws { self.init(on: sourceClock) }

  init(on sourceClock: CMClock) {
    self.sourceClock = sourceClock
    state = Mutex(State(sourceTime: sourceClock.time))
  }

  /// The time now.
  public var time: CMTime {
    let now = sourceClock.time
    return state.withLock { $0.time(at: now) }
  }
  /// How fast the time moves; 1 is the speed of the clock.
  public var rate: Double { state.withLock { $0.rate } }

  /// Sets the time from now on.
  ///
  /// - Throws: nothing here.
  public func setTime(_ time: CMTime) throws { set(time: time) }
  /// Sets the rate from now on.
  ///
  /// - Throws: nothing here.
  public func setRate(_ rate: Double) throws { set(rate: rate) }

  /// The time and the rate now; nil if the time is not numeric.
  var timing: PlaybackTiming? {
    let now = sourceClock.now
    let (time, rate) = state.withLock { ($0.time(at: CMTime(now)), $0.rate) }
    return ItemTime(time).map { PlaybackTiming(rate: Float(rate), itemTime: $0, hostTime: now) }
  }

  /// - Parameter sourceTime: the moment of the clock from which the change counts; now if nil.
  func set(time: CMTime? = nil, rate: Double? = nil, sourceTime: CMTime? = nil) {
    let now = sourceTime ?? sourceClock.time
    state.withLock { state in
      state = State(
        rate: rate ?? state.rate, time: time ?? state.time(at: now), sourceTime: now)
    }
  }
}

#if !canImport(Darwin)
  /// The result of a function of the system; 0 is a success.
  public typealias OSStatus = Int32
  /// The success.
  public let noErr: OSStatus = 0
  /// Memory for objects; there is only the usual memory here.
  public final class CFAllocator: Sendable {}
  /// The usual memory.
  public let kCFAllocatorDefault: CFAllocator? = nil
#endif

/// Creates a time that stands at 0 and is moved by a clock.
@discardableResult
public func CMTimebaseCreateWithSourceClock(
  allocator: CFAllocator?, sourceClock: CMClock, timebaseOut: UnsafeMutablePointer<CMTimebase?>
) -> OSStatus {
  timebaseOut.pointee = CMTimebase(on: sourceClock)
  return noErr
}

/// Sets the time from now on.
@discardableResult
public func CMTimebaseSetTime(_ timebase: CMTimebase, time: CMTime) -> OSStatus {
  timebase.set(time: time)
  return noErr
}

/// Sets the rate from now on.
@discardableResult
public func CMTimebaseSetRate(_ timebase: CMTimebase, rate: Double) -> OSStatus {
  timebase.set(rate: rate)
  return noErr
}

/// Sets the rate, and the time at a moment of the clock.
@discardableResult
public func CMTimebaseSetRateAndAnchorTime(
  _ timebase: CMTimebase, rate: Double, anchorTime: CMTime, immediateSourceTime: CMTime
) -> OSStatus {
  timebase.set(time: anchorTime, rate: rate, sourceTime: immediateSourceTime)
  return noErr
}

/// Returns the time now.
public func CMTimebaseGetTime(_ timebase: CMTimebase) -> CMTime { timebase.time }
/// Returns the rate.
public func CMTimebaseGetRate(_ timebase: CMTimebase) -> Double { timebase.rate }
/// Returns the clock that moves the time.
public func CMTimebaseCopySourceClock(_ timebase: CMTimebase) -> CMClock? { timebase.sourceClock }
