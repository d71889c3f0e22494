import EaselBase

/// Another participant, as this participant knows it.
struct PlaybackPeer: Hashable, Sendable {
  var mayCommand: Bool
  /// When it was last heard; nil before it was heard for the first time.
  var heard: HostTime?
  var status = PlaybackStatus(item: nil, reasons: [], isAttached: false)
  /// The last command for which it was ready.
  var ready: PlaybackReadiness?
  /// The command that did not wait any longer for it.
  var missed: PlaybackStamp?
  var clock = ClockOffset()
  /// Its last beat, and when it came.
  var lastBeat: (sent: HostTime, received: HostTime)? {
    get { beatSent.flatMap { sent in beatReceived.map { (sent, $0) } } }
    set { (beatSent, beatReceived) = (newValue?.sent, newValue?.received) }
  }
  private var beatSent: HostTime?
  private var beatReceived: HostTime?

  init(mayCommand: Bool) { self.mayCommand = mayCommand }

  /// Whether it takes part in the group and is heard.
  func isPresent(at now: HostTime) -> Bool { status.isAttached && !isSilent(at: now) }

  /// Whether it has answered no beat for a second, or for four round trips if that is longer.
  func isSilent(at now: HostTime) -> Bool {
    guard let heard else { return true }
    return now.since(heard) > max(Self.silence, 4 * clock.roundTrip.microseconds)
  }

  private static let silence = Duration.seconds(1).microseconds
}
