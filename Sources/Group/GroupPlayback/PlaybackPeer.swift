import EaselBase

/// Another participant, as this participant knows it.
struct PlaybackPeer: Hashable, Sendable {
  var mayCommand: Bool
  /// When it was last heard; nil before it was heard for the first time.
  var heard: HostTime?
  /// When it came to the session.
  let came: HostTime
  /// Nil until it has said that it takes part.
  var status: PlaybackStatus?
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

  init(mayCommand: Bool, at now: HostTime) { (self.mayCommand, came) = (mayCommand, now) }

  /// Whether it is known to take part in the group.
  var isAttached: Bool { status?.isAttached == true }
  /// Whether it was heard, but has not said yet that it takes part.
  var isNew: Bool { status == nil && heard != nil }
  /// Its current item.
  var item: String? { status?.item }
  /// The reasons of its suspensions.
  var reasons: [String] { status?.reasons ?? [] }

  /// Whether it takes part in the group and is heard.
  func isPresent(at now: HostTime) -> Bool { isAttached && !isSilent(at: now) }

  /// Whether it has left the group, or was not heard for three seconds. One that came just now is not
  /// gone.
  func isGone(at now: HostTime) -> Bool {
    status?.isAttached == false || now.since(heard ?? came) > Self.absence
  }

  /// Whether it can state by its own clock what the group plays.
  func mayState(_ item: String, at now: HostTime) -> Bool {
    mayCommand && !isGone(at: now) && self.item == item
  }

  /// Whether it has answered no beat for a second, or for four round trips if that is longer.
  func isSilent(at now: HostTime) -> Bool {
    guard let heard else { return true }
    return now.since(heard) > max(Self.silence, 4 * clock.roundTrip.microseconds)
  }

  private static let absence = Duration.seconds(3).microseconds
  private static let silence = Duration.seconds(1).microseconds
}
