/// What one target may know of.
struct Room {
  /// Of Easel's own targets.
  let ours: Set<String>
  /// Of other packages and C libraries.
  var foreign: Set<String> = []
  /// Without clock, chance, files, tasks: everything enters as an argument.
  var isPure = false
  /// Of the system: none in a pure room.
  static let system: Set<String> = [
    "Foundation", "FoundationEssentials", "Glibc", "Dispatch", "Synchronization", "Testing",
  ]

  static let impureWords: Set<String> = [
    "SystemRandomNumberGenerator", "ContinuousClock", "SuspendingClock", "Task", "async", "await",
    "print", "readLine",
  ]

  func admits(foreign module: String) -> Bool {
    foreign.contains(module) || !isPure && Self.system.contains(module)
  }

  /// The law of the house: arrows run one way and make no ring.
  static let all: [String: Room] = [
    "CEpoll": Room(ours: []),
    "CMainQueue": Room(ours: []),
    "CNcurses": Room(ours: []),
    "CPNG": Room(ours: []),
    "CQRencode": Room(ours: []),
    "CRescue": Room(ours: []),
    "CSpawn": Room(ours: []),
    "CStatfs": Room(ours: []),
    "Vocabulary": Room(ours: [], isPure: true),
    "Log": Room(ours: ["Vocabulary"], foreign: ["Crypto"], isPure: true),
    "Drawing": Room(ours: ["Vocabulary"], isPure: true),
    "Rendering": Room(
      ours: ["Vocabulary", "Drawing", "CPNG"], foreign: ["TOMLKit"], isPure: true),
    "Sharing": Room(ours: ["Vocabulary"], isPure: true),
    "Trust": Room(ours: ["Vocabulary"], foreign: ["Crypto"]),
    "Codec": Room(ours: ["Vocabulary", "Log", "Drawing"], foreign: ["SwiftProtobuf"]),
    "Wire": Room(ours: ["Vocabulary", "Sharing"], foreign: ["SwiftProtobuf"]),
    "BoardStore": Room(ours: ["CStatfs", "Vocabulary", "Log"], foreign: ["GRDB"]),
    "OpenGroupActivities": Room(
      ours: ["Vocabulary", "Sharing", "Wire"], foreign: ["OpenCombine"]),
    "Transports": Room(
      ours: ["Vocabulary", "Sharing", "Trust", "Wire", "CSpawn"],
      foreign: ["NIOCore", "NIOPosix"]),
    "BoardDocument": Room(ours: ["Vocabulary", "Log", "Drawing", "Codec"], isPure: true),
    "BoardClient": Room(
      ours: ["Vocabulary", "Log", "Drawing", "Codec", "Sharing", "Wire", "BoardDocument"],
      isPure: true),
    "Whiteboard": Room(
      ours: ["Vocabulary", "Log", "Drawing", "BoardDocument", "BoardClient", "Rendering"],
      isPure: true),
    "Terminal": Room(ours: ["Rendering", "CNcurses", "CRescue"]),
    "EaselTesting": Room(
      ours: [
        "CSpawn", "Vocabulary", "Log", "Drawing", "BoardDocument", "Rendering", "Sharing",
        "Whiteboard",
      ]),
    "easel": Room(
      ours: programs.union([
        "CMainQueue", "CQRencode", "Sharing", "Wire", "OpenGroupActivities", "Transports",
      ]),
      foreign: ["ArgumentParser", "TOMLKit", "OpenCombine"]),
    "easel-sim": Room(
      ours: [
        "Vocabulary", "Log", "Drawing", "Sharing", "Codec", "Wire", "BoardDocument", "BoardClient",
        "EaselTesting",
      ],
      foreign: ["ArgumentParser"]),
    "easel-bench": Room(
      ours: programs.union(["Sharing", "Wire", "Transports", "CEpoll", "EaselTesting"]),
      foreign: ["ArgumentParser"]),
  ]

  private static let programs: Set<String> = [
    "Vocabulary", "Log", "Drawing", "Rendering", "Trust", "Codec", "BoardStore",
    "BoardDocument", "BoardClient", "Whiteboard",
    "Terminal", "CNcurses",
  ]
}
