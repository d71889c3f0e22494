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
  private let patience: DispatchTimeInterval

  /// - Returns: nil if there is no desktop, or no tool for it.
  init?(
    patience: DispatchTimeInterval = .seconds(2), environment: (String) -> String?
  ) {
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
        self.tool = [path] + tool.dropFirst()
        self.patience = patience
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
      // A tool inherits the blocked signals of this thread, and may never notice another signal.
      let timer = DispatchWorkItem { kill(process.processIdentifier, SIGKILL) }
      DispatchQueue.global().asyncAfter(deadline: .now() + patience, execute: timer)
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
