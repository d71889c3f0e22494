import CEaselSystem

/// The arguments of this process as the user typed them.
///
/// The loader has copied them and has hidden the tickets in the originals, because the list of
/// processes shows these to other users. `CommandLine.arguments` would read the originals, and needs
/// `/proc` for it.
enum ProgramArguments {
  /// All arguments; the first is the name of the program.
  static let all: [String] = {
    var texts: UnsafePointer<UnsafeMutablePointer<CChar>?>?
    let count = Int(easel_arguments(&texts))
    guard count > 0, let texts else { return CommandLine.arguments }
    return (0..<count).map { texts[$0].map { String(cString: $0) } ?? "" }
  }()
}
