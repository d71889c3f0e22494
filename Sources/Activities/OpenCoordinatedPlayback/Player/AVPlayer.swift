import Foundation
import GroupPlayback
import OpenGroupActivities
import Synchronization

/// A player without media: it has an item, a rate and a time, and a coordinator that keeps them in step
/// with other players.
///
/// A value that a call sets can be read at once. Where the coordinator must agree first, the player waits, see
/// ``reasonForWaitingToPlay``. Any thread may call a player; its notifications come on the main actor.
public class AVPlayer: @unchecked Sendable {
  // Unchecked, since the class is not final: the subclass, in this module, has a lock for its state.

  private struct State {
    var defaultRate: Float = 1
    var waitsToMinimizeStalling = true
    var actionAtItemEnd: ActionAtItemEnd?
    var isAtEnd = false
    var stall: AVCoordinatedPlaybackSuspension?
  }

  /// Whether a player plays.
  public enum TimeControlStatus: Int, Sendable {
    /// No rate is wanted.
    case paused = 0
    /// A rate is wanted, and the time stands.
    case waitingToPlayAtSpecifiedRate = 1
    /// The time moves.
    case playing = 2
  }

  /// The action of a player at the end of an item whose length is known.
  public enum ActionAtItemEnd: Int, Sendable {
    /// Plays the next item, if the player is an ``AVQueuePlayer``.
    case advance = 0
    /// Stands at the end.
    case pause = 1
    /// Stands at the end.
    case none = 2
  }

  /// Keeps this player in step with the players of other participants.
  public let playbackCoordinator: AVPlayerPlaybackCoordinator
  private let clockPlayer: ClockPlayer
  private let state = Mutex(State())
  /// Wakes the player at the end of the item.
  private let timer = OneShotTimer()

  /// Creates a player without an item.
  public convenience init() { self.init(clock: .host) }
  /// Creates a player for the media at an address.
  public convenience init(url: URL) { self.init(playerItem: AVPlayerItem(url: url)) }
  /// Creates a player with an item.
  public convenience init(playerItem item: AVPlayerItem?) {
    self.init(clock: .host)
    replaceCurrentItem(with: item)
  }

  package init(clock: PlaybackClock) {
    clockPlayer = ClockPlayer(clock)
    playbackCoordinator = AVPlayerPlaybackCoordinator(clockPlayer, clock: clock)
    clockPlayer.attach(self)
    playbackCoordinator.attach(self)
  }

  // MARK: The item

  /// The item that is played.
  public var currentItem: AVPlayerItem? { clockPlayer.item }

  /// Plays another item. If the group plays this item already, the player takes the group's time and rate;
  /// else the group takes those of the player. So set the rate, and the time of the item, before.
  public func replaceCurrentItem(with item: AVPlayerItem?) {
    let old = currentItem
    guard item != old else { return }
    _ = old?.attach(to: nil)
    let start = item?.attach(to: self) ?? .zero
    clockPlayer.replaceItem(with: item, startingAt: start)
    playbackCoordinator.itemChanged()
    followTimeline()
  }

  // MARK: The rate

  /// The rate that is wanted, also while the player waits; 0 if it is paused. Setting it changes the rate
  /// for everybody.
  public var rate: Float {
    get { clockPlayer.timeline.rate }
    set { set(newValue, isImmediate: false) }
  }
  /// The rate of ``play()``.
  public var defaultRate: Float {
    get { state.withLock { $0.defaultRate } }
    set { state.withLock { $0.defaultRate = newValue } }
  }
  /// Whether the player plays.
  public var timeControlStatus: TimeControlStatus { clockPlayer.timeline.status }
  /// Why the time stands although a rate is wanted; nil if it moves, or if the player is paused.
  public var reasonForWaitingToPlay: WaitingReason? { clockPlayer.timeline.waiting }
  /// Without effect: a player of this kind waits if its item says so.
  public var automaticallyWaitsToMinimizeStalling: Bool {
    get { state.withLock { $0.waitsToMinimizeStalling } }
    set { state.withLock { $0.waitsToMinimizeStalling = newValue } }
  }

  /// Plays with everybody, at the default rate, when all are ready.
  public func play() { rate = defaultRate }
  /// Pauses for everybody.
  public func pause() { rate = 0 }
  /// Plays at once, without waiting for the others, who may miss the beginning.
  public func playImmediately(atRate rate: Float) { set(rate, isImmediate: true) }

  /// Sets rate and time of this player only, at a moment of `CMClockGetHostTimeClock()`. Without effect
  /// during a session.
  public func setRate(_ rate: Float, time itemTime: CMTime, atHostTime hostClockTime: CMTime) {
    guard !playbackCoordinator.isInSession else { return }
    clockPlayer.change { timeline, now in
      let start = itemTime.isNumeric ? itemTime : timeline.time(at: now)
      if rate == 0 {
        timeline.stop(wanting: 0, nil, at: now)
        timeline.seek(to: start, at: now)
      } else {
        timeline.play(at: rate, from: start, since: HostTime(hostClockTime) ?? now)
      }
    }
    playbackCoordinator.timelineChanged()
  }

  private func set(_ rate: Float, isImmediate: Bool) {
    guard rate.isFinite else { return }
    let isAlone = playbackCoordinator.isSuspended || currentItem == nil
    let reason = waitingReason
    clockPlayer.change { timeline, now in
      if rate == 0 {
        timeline.stop(wanting: 0, nil, at: now)
      } else if reason != .noItemToPlay, isAlone || timeline.status == .playing {
        timeline.play(at: rate, from: timeline.time(at: now), since: now)
      } else {
        timeline.stop(wanting: rate, reason, at: now)
      }
    }
    if !isAlone { playbackCoordinator.changeRate(to: rate, isImmediate: isImmediate) }
  }

  private var waitingReason: WaitingReason {
    if currentItem == nil { return .noItemToPlay }
    return playbackCoordinator.isInSession
      ? .waitingForCoordinatedPlayback : .evaluatingBufferingRate
  }

  // MARK: The time

  /// The time of the item.
  public func currentTime() -> CMTime { clockPlayer.time }

  /// Goes to a time with everybody. If the group plays, it goes on when all are there.
  public func seek(to time: CMTime) { seek(to: time) { _ in } }

  /// Goes to a time with everybody.
  ///
  /// - Parameter completionHandler: called on the main actor; with false if the time is not numeric.
  public func seek(to time: CMTime, completionHandler: @escaping @Sendable (Bool) -> Void) {
    if time.isNumeric { jump(to: time) }
    DispatchQueue.main.async { completionHandler(time.isNumeric) }
  }

  /// Goes to a time with everybody.
  ///
  /// - Returns: false if the time is not numeric.
  @discardableResult
  public func seek(to time: CMTime) async -> Bool {
    await withCheckedContinuation { continuation in
      seek(to: time) { continuation.resume(returning: $0) }
    }
  }

  /// Goes to a time with everybody; the tolerances have no effect.
  public func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) {
    seek(to: time)
  }

  /// Goes to a time with everybody; the tolerances have no effect.
  public func seek(
    to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
    completionHandler: @escaping @Sendable (Bool) -> Void
  ) {
    seek(to: time, completionHandler: completionHandler)
  }

  private func jump(to time: CMTime) {
    let isAlone = playbackCoordinator.isSuspended || currentItem == nil
    let reason = waitingReason
    clockPlayer.change(isSeek: true) { timeline, now in
      if !isAlone { timeline.stop(wanting: timeline.rate, reason, at: now) }
      timeline.seek(to: time, at: now)
    }
    if !isAlone { playbackCoordinator.seek(to: time) }
  }

  // MARK: The end of the item

  /// The action at the end of an item. The default is ``ActionAtItemEnd/pause``, and
  /// ``ActionAtItemEnd/advance`` for an ``AVQueuePlayer``.
  public var actionAtItemEnd: ActionAtItemEnd {
    get { state.withLock { $0.actionAtItemEnd } ?? defaultActionAtItemEnd }
    set { state.withLock { $0.actionAtItemEnd = newValue } }
  }

  var defaultActionAtItemEnd: ActionAtItemEnd { .pause }

  /// The time or the rate changed, or the end of the item has come.
  func followTimeline() {
    let (timeline, time, item) = (clockPlayer.timeline, currentTime(), currentItem)
    guard let end = item?.duration, end.isNumeric else { return }
    let goesOn = timeline.status == .playing && timeline.rate > 0
    let isAtEnd = goesOn && time >= end
    let wasAtEnd = state.withLock { state in
      defer { state.isAtEnd = isAtEnd }
      return state.isAtEnd
    }
    if isAtEnd, !wasAtEnd, let item { reachedEnd(of: item) }
    guard goesOn, !isAtEnd else { return }
    let wait = Duration.seconds((end - time).seconds / Double(timeline.rate))
    clockPlayer.wake(timer, after: wait) { [weak self] in self?.followTimeline() }
  }

  /// The time of an item has come to its end.
  func reachedEnd(of item: AVPlayerItem) { item.postEnd() }

  // MARK: Stalls

  /// The item says whether it has enough data.
  func itemChanged(_ item: AVPlayerItem) {
    guard item == currentItem else { return }
    if item.isPlaybackLikelyToKeepUp {
      clockPlayer.becameReady()
      recover()
    } else if timeControlStatus == .playing {
      stall()
    }
  }

  /// Waits for data, and steps out of the group.
  func stall() {
    clockPlayer.change { timeline, now in
      timeline.stop(wanting: timeline.rate, .toMinimizeStalls, at: now)
    }
    guard playbackCoordinator.isInSession else { return }
    let suspension = playbackCoordinator.beginSuspension(for: .stallRecovery)
    let old = state.withLock { state in
      defer { state.stall = suspension }
      return state.stall
    }
    old?.end()
  }

  private func recover() {
    let suspension = state.withLock { state in
      defer { state.stall = nil }
      return state.stall
    }
    if let suspension { return suspension.end() }
    guard reasonForWaitingToPlay == .toMinimizeStalls else { return }
    let (time, rate) = (currentTime(), rate)
    clockPlayer.change { timeline, now in timeline.play(at: rate, from: time, since: now) }
    playbackCoordinator.timelineChanged()
  }
}
