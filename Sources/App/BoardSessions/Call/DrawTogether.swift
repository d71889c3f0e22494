import BoardCodec
import BoardContract
import BoardFiles
import BoardLog
import BoardModel
import EaselBase
import Foundation
import OpenGroupActivities

/// The activity in which people draw on one board.
struct DrawTogether: GroupActivity {
  static let activityIdentifier = "org.easel.draw-together"

  /// An encoded `Invitation`.
  private var invitation: Data
  /// The board's encoded genesis.
  private let genesis: Data
  /// The session that this one replaces for all its participants.
  let replaces: UUID?
  /// The session in which the board was first shared; nil if that is this session.
  let first: UUID?

  /// The keys of the encoded format. They stay the same when a property is renamed.
  private enum CodingKeys: String, CodingKey {
    case invitation = "invitation"
    case genesis = "genesis"
    case replaces = "replaces"
    case first = "first"
  }

  init(
    _ invitation: Invitation, on genesis: BoardGenesis, replaces: UUID?, first: SessionUUID? = nil
  ) {
    self.invitation = Data(invitation.encoded())
    self.genesis = Data(genesis.encoded())
    self.replaces = replaces
    self.first = first.map { UUID($0) }
  }

  /// Returns the same activity with another description.
  func described(by invitation: Invitation) -> DrawTogether {
    var activity = self
    activity.invitation = Data(invitation.encoded())
    return activity
  }

  /// Decodes the data. Another member has sent it, so it may hold any bytes.
  func read() throws -> (invitation: Invitation, genesis: BoardGenesis) {
    let invitation = try Invitation(decoding: Array(self.invitation))
    guard let genesis = BoardGenesis(decoding: Array(genesis)) else {
      throw UserError("the beginning of its board cannot be read")
    }
    return (invitation, genesis)
  }

  /// The part of the metadata that is the same for all boards.
  static var metadata: GroupActivityMetadata {
    var metadata = GroupActivityMetadata()
    metadata.title = "Draw Together"
    metadata.type = .createTogether
    metadata.supportsContinuationOnTV = true
    return metadata
  }

  var metadata: GroupActivityMetadata {
    var metadata = Self.metadata
    do { metadata.subtitle = try read().invitation.title.string } catch {
      // An activity that cannot be read has no subtitle.
      metadata.subtitle = nil
    }
    return metadata
  }
}
