import ArgumentParser
import Foundation
import Transports

/// `easel deploy ssh://…`.
struct DeployCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deploy",
    abstract: "Put this easel on another machine, over ssh.",
    discussion: """
      It is copied to ~/.local/bin there, where `easel join ssh://…` finds it, and started once to \
      see whether it runs. Nothing else is changed.
      """)

  @Argument(
    help: ArgumentHelp("Where to: ssh://[USER@]HOST[:PORT].", valueName: "target"))
  var target: String

  func run() throws {
    let side = try FarSide(named: target)
    let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    let copying = Process()
    let words = side.target.command(FarSide.ssh, running: Self.script)
    copying.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    copying.arguments = words
    do {
      copying.standardInput = try FileHandle(forReadingFrom: program)
      try copying.run()
    } catch {
      throw Refusal("\(FarSide.ssh[0]) cannot be started: \(error.localizedDescription)")
    }
    copying.waitUntilExit()
    let host = Refusal.shown(side.target.host)
    switch copying.terminationStatus {
    case 0:
      let next = "easel join \(side.target.address)"
      _ = Report.result("easel \(Version.string) is on \(host) now: \(next)\n")
    case 3: throw Refusal("nothing can be written to ~/.local/bin on \(host).")
    case 4:
      throw Refusal(
        "easel is on \(host) now, but does not run there: see above what it lacks. It needs "
          + "libncursesw6, libsqlite3-0 and libpng16-16, and the same kind of processor.")
    case 255: throw Refusal("ssh could not get to \(host).")
    case let status: throw Refusal("the far side ended with status \(status).")
    }
  }

  /// In place at once or not at all, for somebody may be running the one that is there.
  private static let script = """
    d="$HOME/.local/bin"; mkdir -p "$d" && cat > "$d/.easel.new" && chmod 755 "$d/.easel.new" \
    && mv -f "$d/.easel.new" "$d/easel" || exit 3; "$d/easel" --version >/dev/null || exit 4
    """
}
