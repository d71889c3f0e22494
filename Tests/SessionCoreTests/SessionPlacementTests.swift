import BoardDocument
import BoardLog
import EaselBase
import Testing

@testable import SessionCore

/// With which board a member joins a session.
@Suite struct SessionPlacementTests {
  private static func id(_ number: UInt64) -> SessionUUID {
    SessionUUID(Bytes16(high: 0, low: number))
  }

  private static let person = ParticipantUUID(Bytes16(high: 0, low: 99))

  private static func genesis(_ number: UInt8, hasBase: Bool = false) -> BoardGenesis {
    BoardGenesis(
      nonce: [UInt8](repeating: number, count: BoardGenesis.nonceLength),
      base: hasBase ? .init(log: .sha256(of: [1]), picture: .sha256(of: [2])) : nil)
  }

  private static func known(
    on board: UInt64, _ genesis: BoardGenesis, replacing old: UInt64? = nil
  ) -> KnownSession {
    KnownSession(
      participant: person, name: nil, genesis: genesis, board: id(board), replaces: old.map(id))
  }

  private let file = NotedBoard(at: "/boards/a.easel", created: 5)

  /// The ways in short words.
  private func options(
    _ placement: SessionPlacement, to session: UInt64,
    open: (file: NotedBoard, board: BoardID)? = nil, noted: NotedBoard? = nil
  ) -> [String] {
    placement.openingOptions(to: Self.id(session), open: open, noted: noted).map { option in
      switch option {
      case .stay: "stay"
      case .file(let path, _): "file \(path)"
      case .notedFile(let file, _): "noted \(file.path)"
      case .copy: "copy"
      case .ask: "ask"
      }
    }
  }

  /// In session 1 on board 1, which is kept as "a"; then on another board, kept as "b".
  private func returned() -> SessionPlacement {
    var placement = SessionPlacement()
    placement.offered(Self.id(1), Self.known(on: 1, Self.genesis(1)))
    placement.enter(Self.id(1))
    placement.boardChanged(from: "a", to: "b")
    return placement
  }

  @Test("In the session of a host, the board has the host's name; in its own, none of this")
  func hostsName() {
    var placement = SessionPlacement()
    placement.offered(
      Self.id(1),
      KnownSession(
        participant: Self.person, name: SafeText("plan"), genesis: Self.genesis(1),
        board: Self.id(1),
        replaces: nil))
    #expect(placement.hostsName == nil)
    placement.enter(Self.id(1))
    #expect(placement.hostsName?.string == "plan")
    placement.renamed(Self.id(1), to: SafeText("sketch"))
    #expect(placement.hostsName?.string == "sketch")
    placement.renamed(Self.id(1), to: SafeText(""))
    #expect(placement.hostsName?.string == "sketch", "an empty name is no name")
    placement.begun(Self.id(2), participant: Self.person, on: Self.genesis(2))
    placement.enter(Self.id(2))
    placement.renamed(Self.id(2), to: SafeText("other"))
    #expect(placement.hostsName == nil)
  }

  @Test("A session on the board that is open goes on with it, also after leaving")
  func home() {
    var placement = SessionPlacement()
    placement.begun(Self.id(1), participant: Self.person, on: Self.genesis(1))
    placement.enter(Self.id(1))
    #expect(placement.home == Self.id(1) && placement.open?.session == Self.id(1))
    let wasIn = placement.forget(Self.id(1))
    #expect(wasIn)
    #expect(placement.current == nil && placement.open == nil)
    #expect(options(placement, to: 1).isEmpty, "the session is over")
    placement.offered(Self.id(1), Self.known(on: 1, Self.genesis(1)))
    #expect(options(placement, to: 1) == ["stay"])
  }

  @Test("A member that was there goes back to its own file, and makes a copy where that is gone")
  func goingBack() {
    let placement = returned()
    #expect(placement.home == nil)
    #expect(options(placement, to: 1) == ["file a", "copy"])
  }

  @Test("A stranger's session opens no file that was shared with others, whatever it claims")
  func claims() {
    var placement = returned()
    placement.offered(Self.id(7), Self.known(on: 1, Self.genesis(1)))
    #expect(options(placement, to: 7) == ["copy"])
    placement.offered(Self.id(8), Self.known(on: 1, Self.genesis(1), replacing: 1))
    #expect(options(placement, to: 8) == ["file a", "copy"], "it follows the session before")
  }

  @Test("A file noted in a run before is opened, or stays open if it holds that very board")
  func noted() {
    var placement = SessionPlacement()
    let genesis = Self.genesis(1)
    placement.offered(Self.id(1), Self.known(on: 1, genesis))
    #expect(options(placement, to: 1, noted: file) == ["noted /boards/a.easel", "copy"])
    #expect(options(placement, to: 1, open: (file, genesis.id), noted: file) == ["stay"])
    let other = Self.genesis(2).id
    #expect(
      options(placement, to: 1, open: (file, other), noted: file) == [
        "noted /boards/a.easel", "copy",
      ])
    let later = NotedBoard(at: file.path, created: 6)
    #expect(
      options(placement, to: 1, open: (later, genesis.id), noted: file)
        == ["noted /boards/a.easel", "copy"])
  }

  @Test("A board that began from a picture cannot be copied before its beginning has come")
  func asking() {
    var placement = SessionPlacement()
    placement.offered(Self.id(1), Self.known(on: 1, Self.genesis(1, hasBase: true)))
    #expect(options(placement, to: 1) == ["ask"])
  }

  @Test("A session begun in place of another says so, and on which board it was first shared")
  func replacing() {
    var placement = SessionPlacement()
    let before = placement.share()
    placement.begun(Self.id(1), participant: Self.person, on: Self.genesis(1))
    placement.enter(Self.id(1))
    let first = placement.share()
    #expect(before == nil && first == Self.id(1))
    placement.begun(Self.id(2), participant: Self.person, on: Self.genesis(1))
    #expect(placement[Self.id(2)]?.replaces == Self.id(1))
    #expect(placement[Self.id(2)]?.board == Self.id(1))
    placement.stage()
    placement.begun(Self.id(3), participant: Self.person, on: Self.genesis(1))
    #expect(placement[Self.id(3)]?.replaces == nil)
  }

  @Test("A session that is over or was never heard of is not entered")
  func over() {
    var placement = SessionPlacement()
    placement.enter(Self.id(1))
    #expect(placement.current == nil && placement.home == nil)
    let wasIn = placement.forget(Self.id(1))
    #expect(!wasIn)
  }
}
