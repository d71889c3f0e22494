import BoardSessions
import EaselPlatform
import Foundation
import SystemFiles

/// The clipboard of the desktop on which the terminal runs, by the tool that the desktop has for it.
/// Over ssh there is none: the desktop of the user is another machine's.
struct LocalClipboard: Sendable {
  /// The program, and its arguments.
  let tool: [String]

  /// The time after which a tool that does not end is stopped.
  private static let patience = DispatchTimeInterval.seconds(2)

  private init(_ tool: [String]) { self.tool = tool }

  /// - Returns: nil if there is no desktop, or no tool for it.
  init?(environment: (String) -> String?) {
    func isSet(_ name: String) -> Bool { environment(name)?.isEmpty == false }
    if ["SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY"].contains(where: isSet) { return nil }
    var tools: [[String]] = []
    if isSet("WAYLAND_DISPLAY") { tools.append(["wl-copy"]) }
    if isSet("DISPLAY") { tools.append(["xclip", "-selection", "clipboard"]) }
    #if os(macOS)
      tools.append(["pbcopy"])
    #endif
    let folders = (environment("PATH") ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
    for tool in tools {
      let paths = folders.map { "\($0)/\(tool[0])" }
      if let path = paths.first(where: { access($0, X_OK) == 0 }) {
        self.init([path] + tool.dropFirst())
        return
      }
    }
    return nil
  }

  /// Gives the text to the tool, on its standard input. Waits for the tool, so call this beside the
  /// main thread.
  ///
  /// - Returns: whether the tool took the text.
  func set(_ text: String) -> Bool {
    let (process, input) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: tool[0])
    process.arguments = Array(tool.dropFirst())
    process.standardInput = input
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    do {
      try process.run()
      let timer = DispatchWorkItem { process.terminate() }
      DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience, execute: timer)
      defer { timer.cancel() }
      try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
      try input.fileHandleForWriting.close()
      process.waitUntilExit()
      return process.terminationReason == .exit && process.terminationStatus == 0
    } catch {
      // The tool cannot be started, or does not read. Then only the terminal got the text.
      return false
    }
  }
}
