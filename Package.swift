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

func room(
  _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [],
  resources: [Resource]? = nil
) -> Target {
  .target(
    name: name, dependencies: dependencies, exclude: exclude, resources: resources,
    swiftSettings: settings)
}

func tests(
  _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
  .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: settings)
}

/// Code as users of the library write it, the same in either mode of the language. The compiler warns
/// of a `default` that has nothing left to catch, which such code may have.
func importing(_ name: String, in mode: SwiftLanguageMode) -> Target {
  .testTarget(
    name: name, dependencies: ["OpenGroupActivities", openCombine],
    swiftSettings: [.swiftLanguageMode(mode)])
}

let arguments: Target.Dependency = .product(
  name: "ArgumentParser", package: "swift-argument-parser")
let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
let nioCore: Target.Dependency = .product(name: "NIOCore", package: "swift-nio")
let nioEmbedded: Target.Dependency = .product(name: "NIOEmbedded", package: "swift-nio")
let nioPosix: Target.Dependency = .product(name: "NIOPosix", package: "swift-nio")
let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let openCombine: Target.Dependency = .product(name: "OpenCombine", package: "OpenCombine")
let protobuf: Target.Dependency = .product(name: "SwiftProtobuf", package: "swift-protobuf")
let toml: Target.Dependency = .product(name: "TOMLKit", package: "TOMLKit")

let package = Package(
  name: "easel",
  products: [
    .executable(name: "easel", targets: ["easel"]),
    .library(name: "Log", targets: ["Log"]),
    .library(name: "Drawing", targets: ["Drawing"]),
    .library(name: "Rendering", targets: ["Rendering"]),
    .library(name: "OpenGroupActivities", targets: ["OpenGroupActivities", "Sharing"]),
    // With what a transport of another kind is made of.
    .library(name: "Transports", targets: ["Transports", "Sharing", "Trust", "Wire"]),
    .library(name: "EaselTesting", targets: ["EaselTesting"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
  ],
  targets: [
    .systemLibrary(name: "CEpoll"),
    .systemLibrary(name: "CMainQueue"),
    .systemLibrary(name: "CNcurses"),
    .systemLibrary(name: "CPNG"),
    .systemLibrary(name: "CQRencode"),
    .systemLibrary(name: "CStatfs"),
    room("Vocabulary"),
    room("Log", ["Vocabulary", crypto]),
    room("Drawing", ["Vocabulary"]),
    room(
      "Rendering", ["Vocabulary", "Drawing", "CPNG", toml],
      resources: [.embedInCode("Themes")]),
    room("Sharing", ["Vocabulary"]),
    room("Trust", ["Vocabulary", crypto]),
    room(
      "Codec", ["Vocabulary", "Log", "Drawing", protobuf], exclude: ["Protos", "generate"]),
    room("Wire", ["Vocabulary", "Sharing", protobuf], exclude: ["Protos", "generate"]),
    room("OpenGroupActivities", ["Vocabulary", "Sharing", "Wire", openCombine]),
    .target(name: "CSpawn"),
    room(
      "Transports", ["CSpawn", "Vocabulary", "Sharing", "Trust", "Wire", nioCore, nioPosix]),
    room("BoardStore", ["CStatfs", "Vocabulary", "Log", grdb]),
    room("BoardDocument", ["Vocabulary", "Log", "Drawing", "Codec"]),
    room(
      "BoardClient", ["Vocabulary", "Log", "Drawing", "Codec", "Sharing", "Wire", "BoardDocument"]),
    room(
      "Whiteboard",
      ["Vocabulary", "Log", "Drawing", "BoardDocument", "BoardClient", "Rendering"]),
    .target(name: "CRescue"),
    room("Terminal", ["Rendering", "CNcurses", "CRescue"]),
    room(
      "EaselTesting",
      [
        "CSpawn", "Vocabulary", "Log", "Drawing", "BoardDocument", "Rendering", "Sharing",
        "Whiteboard",
      ]),
    .executableTarget(
      name: "easel",
      dependencies: [
        "Vocabulary", "Log", "Drawing", "BoardDocument", "BoardClient", "Rendering", "Trust",
        "Codec", "BoardStore", "Whiteboard", "Terminal", "CMainQueue", "CQRencode", "Sharing",
        "Wire",
        "OpenGroupActivities", "Transports", arguments, openCombine, toml,
      ],
      swiftSettings: settings, linkerSettings: program),
    .executableTarget(
      name: "easel-bench",
      dependencies: [
        "Vocabulary", "Log", "Drawing", "BoardDocument", "BoardClient", "Rendering", "Sharing",
        "Trust", "Codec", "Wire", "BoardStore", "Whiteboard", "CEpoll", "Transports",
        "EaselTesting", arguments,
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "easel-sim",
      dependencies: [
        "Vocabulary", "Log", "Drawing", "Sharing", "Codec", "Wire", "BoardDocument", "BoardClient",
        "EaselTesting", arguments,
      ],
      swiftSettings: settings),
    // Not in EaselTesting, whose users may test with something else than Swift Testing.
    .target(name: "TestThreads", path: "Tests/TestThreads", swiftSettings: settings),
    tests("VocabularyTests", ["Vocabulary"]),
    tests("LogTests", ["Log", "EaselTesting"]),
    tests("DrawingTests", ["Drawing", "EaselTesting"]),
    tests("RenderingTests", ["Rendering", "EaselTesting"], exclude: ["__Frames__"]),
    tests("SharingTests", ["Sharing", "Wire", "EaselTesting"]),
    tests(
      "OpenGroupActivitiesTests",
      ["OpenGroupActivities", "Sharing", "Wire", "EaselTesting", openCombine]),
    .executableTarget(
      name: "TransportsProbe", dependencies: ["Transports", "Sharing"],
      path: "Tests/TransportsProbe", swiftSettings: settings),
    tests(
      "TransportsTests",
      [
        "Transports", "Sharing", "Trust", "Vocabulary", "Wire", "EaselTesting", "TransportsProbe",
        nioEmbedded,
      ]),
    .executableTarget(
      name: "ClapTogether", dependencies: ["OpenGroupActivities", "Transports", openCombine],
      path: "Tests/ClapTogether", swiftSettings: settings),
    importing("ImportingSwift5Tests", in: .v5),
    importing("ImportingSwift6Tests", in: .v6),
    tests("TrustTests", ["Trust", "EaselTesting"], exclude: ["__Bytes__"]),
    tests(
      "CodecTests", ["Codec", "Log", "Drawing", "EaselTesting"], exclude: ["__Bytes__"]),
    tests("WireTests", ["Wire", "Sharing", "EaselTesting"], exclude: ["__Bytes__"]),
    tests("BoardDocumentTests", ["BoardDocument", "Codec", "EaselTesting"]),
    tests(
      "BoardClientTests",
      ["BoardClient", "BoardDocument", "Codec", "Sharing", "Wire", "EaselTesting"]),
    tests("BoardStoreTests", ["BoardStore", "Codec", "Trust", "EaselTesting", "TestThreads"]),
    tests(
      "WhiteboardTests",
      ["Whiteboard", "BoardDocument", "Codec", "Sharing", "Wire", "EaselTesting"],
      exclude: ["__Bytes__", "__Frames__"]),
    .executableTarget(
      name: "TerminalProbe", dependencies: ["Terminal", "Rendering"], path: "Tests/TerminalProbe",
      swiftSettings: settings),
    tests(
      "TerminalTests", ["Terminal", "Rendering", "EaselTesting", "TerminalProbe", "TestThreads"]),
    tests("EaselTestingTests", ["EaselTesting", "TestThreads"], exclude: ["__Frames__"]),
    tests(
      "SimulationTests",
      ["easel-sim", "EaselTesting", "Sharing", "Log", "Drawing", "Vocabulary", "TestThreads"],
      exclude: ["worlds.txt", "crowded.txt"]),
    tests("LayeringTests", ["TestThreads"], exclude: ["__API__"]),
    .target(
      name: "FuzzTargets",
      dependencies: [
        "Vocabulary", "Log", "Drawing", "Rendering", "Sharing", "Trust", "Codec", "Wire",
        "BoardStore",
        "Transports", "Terminal",
      ], path: "Tests/FuzzTargets", swiftSettings: settings),
    tests("FuzzTests", ["FuzzTargets", "EaselTesting"]),
    tests(
      "CommandTests",
      [
        "easel", "EaselTesting", "Codec", "BoardStore", "Trust", "Log", "Drawing", "Vocabulary",
        "CPNG", "BoardDocument", "BoardClient", "Whiteboard", "Rendering", "OpenGroupActivities",
        "Sharing",
        "Wire", "Transports",
        "ClapTogether", "TestThreads",
      ], exclude: ["Demo/__Frames__", "__Boards__", "__Bytes__"]),
  ],
  swiftLanguageModes: [.v6]
)

/// `EASEL_ROOMS="Log Drawing"` leaves out the tests of all other rooms.
if let rooms = Context.environment["EASEL_ROOMS"] {
  let kept = Set(rooms.split(separator: " ").map { "\($0)Tests" })
  package.targets.removeAll { $0.type == .test && !kept.contains($0.name) }
}

/// Only `Tests/Fuzz/run` builds it, with libFuzzer, which has a main of its own.
if Context.environment["EASEL_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "easel-fuzz", dependencies: ["FuzzTargets"], path: "Tests/Fuzz",
      exclude: ["run", "Found"]))
}
