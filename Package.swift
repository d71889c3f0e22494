// swift-tools-version: 6.2
import PackageDescription

/// Warnings are errors where CI asks for it.
let settings: [SwiftSetting] =
  Context.environment["EASEL_WARNINGS_AS_ERRORS"] == nil ? [] : [.treatAllWarnings(as: .error)]

/// A program's file needs no symbols, because no other code links against it. Without them it is half as
/// long, and the loader has nothing to search at a start.
let program: [LinkerSetting] = [
  .unsafeFlags(["-Xlinker", "--no-export-dynamic"]),
  .unsafeFlags(["-Xlinker", "--strip-all"], .when(configuration: .release)),
]

/// The layers, from the lowest to the highest: one folder each. A module imports only modules of its own
/// layer and of lower ones.
enum Layer: String {
  case base = "Base"
  case board = "Board"
  case group = "Group"
  case activities = "Activities"
  case screen = "Screen"
  case testing = "Testing"
  case app = "App"
}

extension Layer {
  func path(_ name: String) -> String { "Sources/\(rawValue)/\(name)" }
}

func module(
  _ name: String, in layer: Layer, _ dependencies: [Target.Dependency] = [],
  exclude: [String] = [], resources: [Resource]? = nil
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: layer.path(name), exclude: exclude,
    resources: resources, swiftSettings: settings)
}

func executable(
  _ name: String, in layer: Layer, _ dependencies: [Target.Dependency],
  resources: [Resource]? = nil, linker: [LinkerSetting] = []
) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: layer.path(name), resources: resources,
    swiftSettings: settings, linkerSettings: linker)
}

func system(_ name: String) -> Target {
  .systemLibrary(name: name, path: Layer.base.path(name))
}

func tests(
  _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
  .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: settings)
}

/// A program that a test starts.
func probe(
  _ name: String, _ dependencies: [Target.Dependency], _ more: [SwiftSetting] = []
) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: "Tests/\(name)",
    swiftSettings: settings + more)
}

/// The import lines of Apple's frameworks: other names for the modules, as a user's manifest gives them.
let aliases: [SwiftSetting] = [
  .unsafeFlags(
    [
      "AVFoundation=OpenCoordinatedPlayback", "GroupActivities=OpenGroupActivities",
      "Combine=OpenCombine", "MultipeerConnectivity=OpenMultipeerConnectivity",
    ].flatMap { ["-module-alias", $0] })
]

/// Code as users of the library bring it from Apple's platforms, the same in either mode of the language.
/// The compiler warns of a `default` that has nothing left to catch, which such code may have.
func aliased(_ name: String, in mode: SwiftLanguageMode) -> Target {
  .testTarget(
    name: name,
    dependencies: [
      "OpenCoordinatedPlayback", "OpenGroupActivities", "OpenMultipeerConnectivity", openCombine,
    ],
    swiftSettings: aliases + [.swiftLanguageMode(mode)])
}

/// Other packages are for the program and for sessions. A package that only uses ``FrameTesting`` turns
/// the trait off, and resolves none of them.
let ofProgram: TargetDependencyCondition? = .when(traits: ["Program"])

let arguments: Target.Dependency = .product(
  name: "ArgumentParser", package: "swift-argument-parser", condition: ofProgram)
let deque: Target.Dependency = .product(
  name: "DequeModule", package: "swift-collections", condition: ofProgram)
let heap: Target.Dependency = .product(
  name: "HeapModule", package: "swift-collections", condition: ofProgram)
let ordered: Target.Dependency = .product(
  name: "OrderedCollections", package: "swift-collections", condition: ofProgram)
let crypto: Target.Dependency = .product(
  name: "Crypto", package: "swift-crypto", condition: ofProgram)
let logging: Target.Dependency = .product(
  name: "Logging", package: "swift-log", condition: ofProgram)
let nioCore: Target.Dependency = .product(
  name: "NIOCore", package: "swift-nio", condition: ofProgram)
let nioEmbedded: Target.Dependency = .product(
  name: "NIOEmbedded", package: "swift-nio", condition: ofProgram)
let nioPosix: Target.Dependency = .product(
  name: "NIOPosix", package: "swift-nio", condition: ofProgram)
let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift", condition: ofProgram)
let openCombine: Target.Dependency = .product(
  name: "OpenCombine", package: "OpenCombine", condition: ofProgram)
let openCombineDispatch: Target.Dependency = .product(
  name: "OpenCombineDispatch", package: "OpenCombine", condition: ofProgram)
let protobuf: Target.Dependency = .product(
  name: "SwiftProtobuf", package: "swift-protobuf", condition: ofProgram)
let swiftSystem: Target.Dependency = .product(
  name: "SystemPackage", package: "swift-system", condition: ofProgram)
let toml: Target.Dependency = .product(name: "TOMLKit", package: "TOMLKit", condition: ofProgram)

let package = Package(
  name: "easel",
  // Linux is tested. On macOS, the mutexes of the standard library need version 15.
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "easel", targets: ["easel"]),
    .library(name: "BoardLog", targets: ["BoardLog"]),
    .library(name: "BoardModel", targets: ["BoardModel", "BoardPaper", "BoardScript"]),
    .library(
      name: "BoardRendering",
      targets: [
        "BoardRendering", "CellFrame", "ThemeFiles", "PictureFormats", "BoardModel", "BoardPaper",
      ]),
    .library(
      name: "OpenGroupActivities",
      targets: ["OpenGroupActivities", "GroupJournal", "GroupCore", "GroupBase", "EaselBase"]),
    .library(
      name: "OpenCoordinatedPlayback",
      targets: [
        "OpenCoordinatedPlayback", "OpenGroupActivities", "GroupPlayback", "GroupCore", "GroupBase",
        "EaselBase",
      ]),
    .library(
      name: "OpenMultipeerConnectivity",
      targets: ["OpenMultipeerConnectivity", "OpenGroupActivities"]),
    // With the parts that a transport of another kind is made of.
    .library(
      name: "SocketTransports",
      targets: [
        "SocketTransports", "SecureTransports", "GroupCore", "GroupSecurity", "GroupWire",
        "GroupBase", "EaselBase",
      ]),
    .library(name: "FrameTesting", targets: ["FrameTesting", "CellFrame"]),
    .library(name: "GroupTesting", targets: ["GroupTesting"]),
  ],
  traits: [
    .default(enabledTraits: ["Program"]),
    .trait(
      name: "Program",
      description: "The program, the sessions and the files of boards, with the packages they need."
    ),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
  ],
  targets: [
    .target(name: "CEaselSystem", path: Layer.base.path("CEaselSystem")),
    .target(name: "CEaselICUStubData", path: Layer.base.path("CEaselICUStubData")),
    .target(name: "CEaselAllocations", path: Layer.app.path("CEaselAllocations")),
    system("CEaselNcurses"),
    system("CEaselPNG"),
    system("CEaselQRencode"),
    // The C library of the platform: Glibc, Musl or Darwin.
    module("EaselPlatform", in: .base),
    module("EaselBase", in: .base),
    // The ids of calls, for the layers Board and Group.
    module("GroupBase", in: .base, []),
    module(
      "SystemFiles", in: .base, ["CEaselSystem", "EaselPlatform", "EaselBase", swiftSystem]),

    module("BoardLog", in: .board, ["EaselBase", crypto]),
    module("BoardPaper", in: .board, ["EaselBase"]),
    module("BoardModel", in: .board, ["EaselBase", "BoardPaper"]),
    module("BoardScript", in: .board, ["EaselBase", "BoardPaper", "BoardModel"]),
    module("BoardFilm", in: .board, ["EaselBase", "BoardModel"]),
    module("BoardContract", in: .board, ["EaselBase", "BoardLog", "BoardModel"]),
    module("BoardSync", in: .board, ["EaselBase", "GroupBase"]),
    module(
      "BoardCodec", in: .board,
      [
        "EaselBase", "GroupBase", "BoardLog", "BoardPaper", "BoardModel", "BoardContract",
        "BoardSync", protobuf,
      ],
      exclude: ["Protos", "generate"]),
    module(
      "BoardDocument", in: .board,
      ["EaselBase", "BoardLog", "BoardPaper", "BoardModel", "BoardContract", "BoardCodec"]),
    module(
      "SessionCore", in: .board,
      [
        "EaselBase", "GroupBase", "BoardLog", "BoardModel", "BoardContract", "BoardSync",
        "BoardCodec", "BoardDocument", deque,
      ]),
    module(
      "BoardStore", in: .board,
      ["CEaselSystem", "EaselPlatform", "EaselBase", "SystemFiles", "BoardLog", grdb]),

    module("GroupCore", in: .group, ["EaselBase", "GroupBase", deque, ordered]),
    module("GroupPlayback", in: .group, ["EaselBase"]),
    module("GroupJournal", in: .group, ["EaselBase"]),
    module(
      "GroupWire", in: .group, ["EaselBase", "GroupBase", "GroupCore", ordered, protobuf],
      exclude: ["Protos", "generate"]),
    module(
      "GroupSecurity", in: .group, ["EaselPlatform", "EaselBase", "SystemFiles", crypto]),
    module(
      "SecureTransports", in: .group,
      ["EaselBase", "GroupBase", "GroupCore", "GroupWire", "GroupSecurity"]),
    module("LocalDiscovery", in: .group, ["EaselPlatform", "EaselBase", nioCore, nioPosix]),
    module(
      "SocketTransports", in: .group,
      [
        "CEaselSystem", "EaselPlatform", "EaselBase", "GroupBase", "SystemFiles", "GroupCore",
        "GroupWire", "GroupSecurity", "SecureTransports", deque, nioCore, nioPosix,
      ]),

    module(
      "OpenGroupActivities", in: .activities,
      [
        "EaselBase", "GroupBase", "SystemFiles", "GroupCore", "GroupJournal", "GroupWire",
        "GroupSecurity", deque, ordered, openCombine, openCombineDispatch, crypto,
      ]),
    module(
      "OpenCoordinatedPlayback", in: .activities,
      ["EaselBase", "GroupPlayback", "OpenGroupActivities", logging, openCombine]),
    module(
      "OpenMultipeerConnectivity", in: .activities,
      [
        "EaselPlatform", "EaselBase", "GroupBase", "SystemFiles", "GroupCore", "GroupSecurity",
        "LocalDiscovery", "SecureTransports", "SocketTransports", "OpenGroupActivities",
        openCombine,
      ]),

    module("CellFrame", in: .screen, ["EaselBase"]),
    module("BoardRendering", in: .screen, ["EaselBase", "BoardPaper", "BoardModel", "CellFrame"]),
    module(
      "ThemeFiles", in: .screen, ["EaselBase", "CellFrame", toml],
      resources: [.embedInCode("Themes")]),
    module("PictureFormats", in: .screen, ["EaselBase", "CellFrame", "CEaselPNG"]),
    module(
      "FilmRecording", in: .screen,
      [
        "EaselBase", "BoardModel", "BoardFilm", "CellFrame", "BoardRendering",
        "PictureFormats",
      ]),
    module(
      "TerminalIO", in: .screen,
      ["EaselPlatform", "EaselBase", "SystemFiles", "CellFrame", "CEaselNcurses", "CEaselSystem"]),
    module(
      "BoardView", in: .screen,
      [
        "EaselBase", "BoardModel", "BoardContract", "CellFrame", "BoardRendering",
      ]),
    module(
      "ScreenContract", in: .screen,
      [
        "EaselBase", "BoardLog", "BoardPaper", "BoardModel", "BoardContract", "BoardDocument",
        "CellFrame", "BoardRendering", "BoardView",
      ]),
    module(
      "BoardEditor", in: .screen,
      [
        "EaselBase", "BoardLog", "BoardPaper", "BoardModel", "BoardContract", "BoardDocument",
        "CellFrame", "BoardRendering", "BoardView", "ScreenContract",
      ]),
    module(
      "SessionUI", in: .screen,
      [
        "EaselBase", "BoardLog", "BoardModel", "BoardContract", "BoardDocument", "CellFrame",
        "BoardRendering", "BoardView", "ScreenContract", "BoardEditor",
      ]),
    module(
      "WhiteboardUI", in: .screen,
      [
        "EaselBase", "BoardLog", "BoardPaper", "BoardModel", "BoardFilm", "BoardContract",
        "BoardDocument", "CellFrame", "BoardRendering", "BoardView", "ScreenContract",
        "BoardEditor", "SessionUI",
      ]),

    module(
      "FrameTesting", in: .testing, ["CEaselSystem", "EaselPlatform", "EaselBase", "CellFrame"]),
    module(
      "GroupTesting", in: .testing,
      [
        "EaselPlatform", "EaselBase", "GroupBase", "BoardLog", "GroupCore", "GroupJournal",
        "GroupPlayback", heap,
      ]),

    module(
      "BoardFiles", in: .app,
      [
        "EaselPlatform", "EaselBase", "SystemFiles", "BoardLog", "BoardModel", "BoardContract",
        "BoardCodec", "BoardDocument", "SessionCore", "BoardStore", "GroupSecurity", deque,
      ]),
    module(
      "BoardSessions", in: .app,
      [
        "CEaselQRencode", "EaselPlatform", "EaselBase", "GroupBase", "SystemFiles", "BoardLog",
        "BoardModel", "BoardContract", "BoardSync", "BoardCodec", "BoardDocument", "SessionCore",
        "BoardStore", "GroupCore", "GroupSecurity", "LocalDiscovery", "SecureTransports",
        "SocketTransports", "OpenCoordinatedPlayback", "OpenGroupActivities", "BoardFiles", deque,
        logging, openCombine,
      ]),
    executable(
      "easel", in: .app,
      [
        "CEaselPNG", "CEaselSystem", "CEaselICUStubData", "EaselPlatform", "EaselBase",
        "SystemFiles",
        "BoardLog", "BoardPaper", "BoardModel", "BoardScript", "BoardFilm", "BoardContract",
        "BoardCodec", "BoardDocument", "BoardStore", "GroupCore", "GroupSecurity",
        "LocalDiscovery", "SecureTransports", "SocketTransports", "OpenGroupActivities",
        "CellFrame", "BoardRendering", "ThemeFiles", "PictureFormats", "FilmRecording",
        "TerminalIO",
        "ScreenContract", "BoardEditor", "WhiteboardUI", "BoardFiles", "BoardSessions",
        arguments, deque, logging, toml,
      ],
      resources: [
        .embedInCode("Manual")
      ], linker: program),
    executable(
      "easel-bench", in: .app,
      [
        "CEaselAllocations", "CEaselSystem", "EaselPlatform", "EaselBase", "GroupBase",
        "SystemFiles",
        "BoardLog", "BoardModel", "BoardFilm", "BoardContract", "BoardSync", "BoardCodec",
        "BoardDocument", "SessionCore", "BoardStore", "GroupCore", "GroupWire",
        "GroupSecurity", "SecureTransports", "SocketTransports", "OpenGroupActivities",
        "CellFrame", "BoardRendering", "PictureFormats", "ScreenContract", "WhiteboardUI",
        "TerminalIO", "FrameTesting", "GroupTesting", "BoardFiles", "BoardSessions", arguments,
      ]),
    executable(
      "easel-sim", in: .app,
      [
        "EaselBase", "GroupBase", "BoardLog", "BoardPaper", "BoardModel", "BoardContract",
        "BoardSync", "BoardCodec", "BoardDocument", "SessionCore", "GroupCore", "GroupWire",
        "GroupTesting", arguments, deque,
      ]),

    // Not in the testing modules, whose users may test with something else than Swift Testing.
    .target(name: "TestThreads", path: "Tests/TestThreads", swiftSettings: settings),
    .target(
      name: "TestSamples", dependencies: ["EaselBase", "GroupBase", "GroupTesting"],
      path: "Tests/TestSamples",
      swiftSettings: settings),
    tests("EaselBaseTests", ["EaselBase"]),
    tests("SystemFilesTests", ["SystemFiles"]),
    tests("BoardLogTests", ["EaselBase", "BoardLog", "GroupTesting"]),
    tests("BoardPaperTests", ["EaselBase", "BoardPaper", "BoardModel"]),
    tests(
      "BoardModelTests",
      ["EaselBase", "BoardFilm", "BoardScript", "BoardPaper", "BoardModel", "GroupTesting"]),
    tests(
      "BoardScriptTests", ["EaselBase", "BoardPaper", "BoardModel", "BoardScript", "GroupTesting"]),
    tests("BoardContractTests", ["BoardContract", "GroupTesting"]),
    tests(
      "BoardSyncTests", ["EaselBase", "GroupBase", "BoardSync", "GroupTesting", "TestSamples"]),
    tests(
      "BoardCodecTests",
      [
        "EaselBase", "GroupBase", "BoardLog", "BoardPaper", "BoardModel", "BoardContract",
        "BoardSync", "BoardCodec", "GroupCore", "GroupWire", "FrameTesting", "GroupTesting",
        "TestSamples",
      ],
      exclude: [
        "__Bytes__"
      ]),
    tests(
      "BoardDocumentTests",
      [
        "EaselBase", "BoardLog", "BoardPaper", "BoardModel", "BoardFilm", "BoardContract",
        "BoardCodec", "BoardDocument", "GroupTesting",
      ]),
    tests(
      "SessionCoreTests",
      [
        "EaselBase", "GroupBase", "BoardLog", "BoardPaper", "BoardModel", "BoardContract",
        "BoardSync", "BoardCodec", "BoardDocument", "SessionCore", "GroupTesting",
      ]),
    tests(
      "BoardStoreTests",
      [
        "EaselBase", "BoardLog", "BoardCodec", "BoardStore", "GroupSecurity", "GroupTesting",
        "TestThreads", grdb,
      ]),
    tests(
      "GroupCoreTests",
      ["EaselBase", "GroupBase", "GroupCore", "GroupWire", "GroupTesting", "TestSamples"]),
    tests("GroupPlaybackTests", ["EaselBase", "GroupPlayback", "GroupTesting"]),
    tests("GroupJournalTests", ["EaselBase", "GroupJournal", "GroupTesting"]),
    tests(
      "GroupWireTests",
      [
        "EaselBase", "GroupBase", "GroupCore", "GroupWire", "FrameTesting", "GroupTesting",
        "TestSamples",
      ],
      exclude: ["__Bytes__"]),
    tests(
      "GroupSecurityTests", ["EaselBase", "GroupSecurity", "FrameTesting", crypto],
      exclude: ["__Bytes__"]),
    tests("LocalDiscoveryTests", ["EaselBase", "LocalDiscovery", "GroupTesting"]),
    probe("TransportsProbe", ["EaselBase", "GroupBase", "GroupCore", "SocketTransports"]),
    tests(
      "SocketTransportsTests",
      [
        "EaselBase", "GroupBase", "GroupCore", "GroupWire", "GroupSecurity", "SecureTransports",
        "SocketTransports", "SystemFiles", "GroupTesting", "TransportsProbe", nioCore,
        nioEmbedded,
      ]),
    tests(
      "OpenGroupActivitiesTests",
      [
        "EaselBase", "GroupBase", "GroupCore", "GroupWire", "OpenGroupActivities", "GroupTesting",
        openCombine,
      ]),
    tests(
      "OpenCoordinatedPlaybackTests",
      [
        "EaselBase", "GroupBase", "GroupCore", "GroupPlayback", "OpenGroupActivities",
        "OpenCoordinatedPlayback", "GroupTesting", openCombine,
      ]),
    probe("ChatNearby", ["OpenMultipeerConnectivity"]),
    probe(
      "BridgeNearby",
      ["OpenGroupActivities", "OpenMultipeerConnectivity", "SocketTransports", openCombine]),
    tests(
      "OpenMultipeerConnectivityTests",
      [
        "GroupBase", "GroupSecurity", "LocalDiscovery", "OpenGroupActivities",
        "OpenMultipeerConnectivity", "SocketTransports", "GroupTesting", "TestThreads",
        "ChatNearby", "BridgeNearby",
      ]),
    probe("ClapTogether", ["OpenGroupActivities", "SocketTransports", openCombine]),
    probe(
      "DrawTogetherProbe", ["OpenGroupActivities", "SocketTransports", openCombine], aliases),
    probe(
      "WatchTogether",
      ["OpenGroupActivities", "OpenCoordinatedPlayback", "SocketTransports", openCombine]),
    aliased("AliasedSwift5Tests", in: .v5),
    aliased("AliasedSwift6Tests", in: .v6),
    tests("CellFrameTests", ["EaselBase", "CellFrame", "GroupTesting"]),
    tests(
      "BoardRenderingTests",
      [
        "EaselBase", "BoardPaper", "BoardModel", "BoardScript", "CellFrame", "BoardRendering",
        "ThemeFiles", "FrameTesting", "GroupTesting",
      ],
      exclude: ["__Frames__"]),
    tests("ThemeFilesTests", ["EaselBase", "BoardModel", "CellFrame", "ThemeFiles"]),
    tests(
      "PictureFormatsTests",
      [
        "EaselBase", "BoardModel", "BoardScript", "CellFrame", "BoardRendering", "ThemeFiles",
        "PictureFormats", "GroupTesting",
      ]),
    probe("TerminalProbe", ["CellFrame", "TerminalIO"]),
    tests(
      "TerminalIOTests",
      [
        "EaselBase", "CellFrame", "TerminalIO", "FrameTesting", "GroupTesting", "TerminalProbe",
        "TestThreads",
      ]),
    tests(
      "WhiteboardUITests",
      [
        "EaselBase", "GroupBase", "BoardLog", "BoardPaper", "BoardModel", "BoardScript",
        "BoardFilm", "BoardContract", "BoardSync", "BoardCodec", "BoardDocument",
        "SessionCore", "CellFrame", "BoardRendering", "ThemeFiles", "BoardView",
        "ScreenContract", "BoardEditor", "SessionUI", "WhiteboardUI", "CEaselPNG",
        "PictureFormats", "FrameTesting", "GroupTesting",
      ],
      exclude: [
        "__Bytes__", "__Frames__", "Screens/__Frames__", "Together/__Frames__",
      ]),
    tests(
      "FrameTestingTests",
      [
        "BoardModel", "BoardScript", "CellFrame", "BoardRendering", "FrameTesting",
        "GroupTesting", "TestThreads",
      ],
      exclude: ["__Frames__"]),
    tests(
      "FilmRecordingTests",
      [
        "EaselBase", "BoardModel", "BoardScript", "BoardFilm", "CellFrame",
        "BoardRendering", "PictureFormats", "FilmRecording", "FrameTesting", "GroupTesting",
      ]),
    tests("GroupTestingTests", ["EaselBase", "GroupBase", "GroupTesting"]),
    tests(
      "SimulationTests",
      ["EaselBase", "BoardLog", "BoardModel", "easel-sim", "GroupTesting", "TestThreads"],
      exclude: [
        "worlds.txt", "crowded.txt", "diagrams.txt", "worlds-full.txt", "crowded-full.txt",
        "diagrams-full.txt", "labels.txt", "pictures.txt", "playback.txt", "playback-full.txt",
        "path.txt", "path-full.txt", "path-executed.txt", "datagrams.txt", "journal.txt",
      ]),
    tests("LayeringTests", ["BoardScript", "TestThreads"], exclude: ["__API__"]),
    .target(
      name: "FuzzTargets",
      dependencies: [
        "EaselBase", "GroupBase", "BoardLog", "BoardPaper", "BoardModel", "BoardScript",
        "BoardContract", "BoardSync", "BoardCodec", "BoardStore", "GroupCore", "GroupJournal",
        "GroupPlayback", "GroupWire", "GroupSecurity", "LocalDiscovery", "SecureTransports",
        "SocketTransports", "OpenMultipeerConnectivity", "CellFrame", "BoardRendering",
        "ThemeFiles", "TerminalIO", "GroupTesting",
      ], path: "Tests/FuzzTargets", swiftSettings: settings),
    tests("FuzzTests", ["FuzzTargets", "GroupTesting"]),
    tests(
      "BoardFilesTests",
      [
        "EaselBase", "SystemFiles", "BoardLog", "BoardModel", "BoardCodec", "SessionCore",
        "BoardStore", "GroupSecurity", "BoardFiles", "TestThreads", "TestSamples",
      ]),
    tests(
      "BoardSessionsTests",
      [
        "EaselBase", "GroupBase", "SystemFiles", "BoardLog", "BoardModel", "BoardContract",
        "BoardSync", "BoardCodec", "BoardDocument", "SessionCore", "BoardStore", "GroupCore",
        "GroupSecurity", "SecureTransports", "OpenGroupActivities", "BoardFiles", "BoardSessions",
        "GroupTesting", "TestSamples",
      ]),
    tests(
      "CommandTests",
      [
        "CEaselSystem", "CEaselPNG", "EaselPlatform", "EaselBase", "GroupBase",
        "SystemFiles", "BoardLog", "BoardPaper", "BoardModel", "BoardScript", "BoardContract",
        "BoardSync", "BoardCodec", "BoardDocument", "SessionCore", "BoardStore",
        "GroupCore", "GroupWire", "GroupSecurity", "SecureTransports", "SocketTransports",
        "OpenGroupActivities", "CellFrame", "BoardRendering", "ThemeFiles", "PictureFormats",
        "BoardView", "ScreenContract", "BoardEditor", "SessionUI", "WhiteboardUI",
        "FrameTesting", "GroupTesting", "BoardFiles", "BoardSessions", "easel",
        "TestThreads", "ClapTogether", "WatchTogether", "DrawTogetherProbe",
      ],
      exclude: [
        "Demo/__Frames__", "__Boards__", "__Bytes__",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

/// `EASEL_TESTS="BoardLog BoardModel"` leaves out the tests of all other modules.
if let modules = Context.environment["EASEL_TESTS"] {
  let kept = Set(modules.split(separator: " ").map { "\($0)Tests" })
  package.targets.removeAll { $0.type == .test && !kept.contains($0.name) }
}

/// Only `Tests/Fuzz/run` builds it, with libFuzzer, which has a main of its own.
if Context.environment["EASEL_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "easel-fuzz", dependencies: ["FuzzTargets"], path: "Tests/Fuzz",
      exclude: ["run", "Found"]))
}
