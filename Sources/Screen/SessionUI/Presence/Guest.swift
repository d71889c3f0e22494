import BoardContract
import BoardModel
import BoardView
import EaselBase
import ScreenContract

/// Another participant in the session.
package struct Guest: Hashable, Sendable {
  package let id: ParticipantUUID
  package var mayDraw: Bool
  package var kind: ParticipantKind
  /// Whether a person uses this participant's program.
  package var isPerson: Bool { kind == .person }
  /// Their name as the transport knows it.
  var callName: SafeText?
  /// This user's own name for them; nil if there is none, or before their key is known.
  var ownName: SafeText?
  var way: MeetingWay
  /// The appearance that they sent last.
  var known: ParticipantPresence?
  /// Whether `known` is current; false if no message came from them for a while.
  var isHeard = false
  /// A notice has said that they were removed.
  var isPutOut = false
  /// Their arrival needs no notice: it was announced, or they were here already.
  var isGreeted: Bool
  /// The uptime in milliseconds at which their pointer last moved; `beamedAt` is the same for their
  /// laser.
  var movedAt: Int64 = .min
  var beamedAt: Int64 = .min
  /// The uptime in milliseconds at which their first appearance came.
  var cameAt: Int64 = .min
  /// How far the replicas of this participant's author counted when their first appearance came.
  var earlier = VersionVector()
  /// A notice has said that they cannot save the board.
  var isTroubleReported = false

  /// The maximum number of other participants on the screen; a session has at most 254.
  static let countMax = 254

  init(_ participant: SessionParticipant, isGreeted: Bool) {
    (id, mayDraw, callName) = (participant.id, participant.mayDraw, participant.name)
    (kind, way) = (participant.kind, participant.way)
    self.isGreeted = isGreeted
  }

  /// Receives an appearance, and notes when the pointer and the laser moved.
  mutating func receive(_ appearance: ParticipantPresence, at uptime: Int64) {
    if known == nil { cameAt = uptime }
    if known?.pointer != appearance.pointer { movedAt = uptime }
    if known?.trail != appearance.trail { beamedAt = uptime }
    (known, isHeard) = (appearance, true)
  }

  /// Their current appearance; nil if no message came from them for a while.
  package var appearance: ParticipantPresence? { isHeard ? known : nil }

  /// The reason why this participant, who shares the board, cannot save it now; nil if they can. A
  /// watcher shares no board, so a watcher's reason is ignored.
  package var unsaved: SafeText? { mayDraw ? appearance?.unsaved : nil }

  /// Whether they watch the film of the board.
  package var replays: Bool { appearance?.replays == true }

  /// The current position of their pointer; nil if it is unknown.
  package var pointer: BoardPoint? { isHeard ? known?.pointer : nil }
}

extension Guest {
  /// Whether their laser trail is shown. The sender normally ends the trail. If no message of the
  /// sender comes any more, the trail ends after a fixed time.
  package func isBeaming(at now: Int64) -> Bool {
    hasTrail && now < beamEnds
  }

  var hasTrail: Bool { isHeard && known?.trail.isEmpty == false }

  var beamEnds: Int64 { beamedAt.later(by: LaserTrail.fadingMilliseconds + 500) }
}

extension Int64 {
  /// Returns the time `milliseconds` later; the largest value if the sum would overflow.
  func later(by milliseconds: Int64) -> Int64 {
    let (sum, overflows) = addingReportingOverflow(milliseconds)
    return overflows ? .max : sum
  }
}

extension InkColor {
  /// The most similar colour of the palette.
  var nearest: PaletteColor {
    func distance(_ other: PaletteColor) -> Int {
      let pairs = [(red, other.color.red), (green, other.color.green), (blue, other.color.blue)]
      return pairs.reduce(0) { sum, pair in
        let difference = Int(pair.0) - Int(pair.1)
        return sum + difference * difference
      }
    }
    return PaletteColor.allCases.min { distance($0) < distance($1) } ?? .graphite
  }
}
