import BoardCodec
import BoardLog
import BoardModel
import EaselBase
import Foundation
import OpenGroupActivities

/// People draw on one board.
struct DrawTogether: GroupActivity {
  static let activityIdentifier = "org.easel.draw-together"

  /// An encoded `Invitation`.
  private let invitation: Data
  /// The board's encoded genesis.
  private let genesis: Data
  /// The session in whose place this one is begun, for everybody in it.
  let replaces: UUID?
  /// The session in which its board was first shared; nil where that is this one.
  let first: UUID?

  /// The names in the format, whatever the properties are called.
  private enum CodingKeys: String, CodingKey {
    case invitation = "invitation"
    case genesis = "genesis"
    case replaces = "replaces"
    case first = "first"
  }

  init(_ invitation: Invitation, on genesis: BoardGenesis, replaces: UUID?, first: UUID? = nil) {
    self.invitation = Data(invitation.encoded())
    self.genesis = Data(genesis.encoded())
    self.replaces = replaces
    self.first = first
  }

  /// Reads what another member sent: any bytes may come.
  func read() throws -> (invitation: Invitation, genesis: BoardGenesis) {
    let invitation = try Invitation(decoding: Array(self.invitation))
    guard let genesis = BoardGenesis(decoding: Array(genesis)) else {
      throw UserError("its board begins with what is no genesis")
    }
    return (invitation, genesis)
  }

  var metadata: GroupActivityMetadata {
    var metadata = GroupActivityMetadata()
    metadata.title = "Draw Together"
    metadata.type = .createTogether
    do { metadata.subtitle = try read().invitation.title.string } catch {
      // It goes without one.
      metadata.subtitle = nil
    }
    return metadata
  }
}
