import ArgumentParser
import BoardFiles
import BoardSessions
import Foundation
import SecureTransports
import SocketTransports

/// `easel deploy ssh://…`.
struct DeployCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deploy",
    abstract: "Copy this easel to another machine, over ssh.",
    discussion: """
      The copy is ~/.local/bin/easel on that machine, where `easel join ssh://…` finds it. Easel starts \
      it once as a test. Nothing else changes. The machine needs \(needs). \
      \(SSHRemote.help)
      """)

  /// The Debian packages of the libraries that the linked program needs.
  private static let needs =
    "libncursesw6, libtinfo6, libstdc++6, libsqlite3-0, libpng16-16 and libqrencode4, the same kind of processor, and a "
    + "C library that is not older than the one here"

  @Argument(
    help: ArgumentHelp("The machine: ssh://[USER@]HOST[:PORT].", valueName: "target"))
  var target: String

  func run() throws {
    let side = try SSHRemote(named: target)
    if let name = side.target.name {
      throw UserError(
        "deploy copies easel for the login only: leave out /@\(name).", code: UserError.usage)
    }
    let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    let copying = Process()
    let words = side.target.command(
      SSHRemote.ssh, running: Self.script(bytes: try Self.size(of: program)))
    copying.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    copying.arguments = words
    let complaints = try SSHDiagnostics()
    WaitNotice.printAtOnce("Copying easel to \(side.target.address) by ssh… Ctrl-C cancels.")
    let heard = FileHandle(fileDescriptor: complaints.descriptor)
    (copying.standardOutput, copying.standardError) = (heard, heard)
    do {
      copying.standardInput = try FileHandle(forReadingFrom: program)
      try copying.run()
    } catch {
      throw UserError("\(SSHRemote.ssh[0]) cannot be started: \(error.localizedDescription)")
    }
    copying.waitUntilExit()
    complaints.silence()
    let host = UserError.shown(side.target.host)
    switch copying.terminationStatus {
    case 0:
      let next = "easel join \(side.target.address)"
      try Report.result("easel \(Version.string) is on \(host) now: \(next)\n")
    case 3: throw UserError("nothing can be written to ~/.local/bin on \(host).")
    case 4:
      throw UserError(
        "easel does not run on \(host): see above what it lacks. It needs \(Self.needs).")
    case 255: throw UserError("ssh could not get to \(host).")
    case let status: throw UserError("the other machine ended with status \(status).")
    }
  }

  /// Returns a script that replaces the old program in one step, since a user may be running it. A
  /// copy that was cut off, or that does not run, replaces nothing. The login's shell, of any kind,
  /// hands the text unchanged to sh.
  private static func script(bytes: Int) -> String {
    let steps = [
      #"d="$HOME/.local/bin"; n="$d/.easel.new"; drop() { rm -f "$n"; }; trap drop EXIT"#,
      #"mkdir -p "$d" && cat > "$n" && chmod 755 "$n" || exit 3"#,
      #"[ "$(wc -c < "$n")" -eq \#(bytes) ] || exit 3"#,
      #""$n" --version >/dev/null || exit 4"#,
      #"mv -f "$n" "$d/easel" || exit 3"#,
    ]
    return "exec sh -c '\(steps.joined(separator: "; "))'"
  }

  private static func size(of program: URL) throws(UserError) -> Int {
    let facts = try? FileManager.default.attributesOfItem(atPath: program.path)
    guard let bytes = facts?[.size] as? Int else {
      throw UserError("Easel cannot read its own program file.")
    }
    return bytes
  }
}
