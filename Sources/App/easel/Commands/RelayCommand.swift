import ArgumentParser
import BoardSessions
import EaselBase
import GroupCore
import GroupSecurity
import OpenGroupActivities
import SocketTransports

/// `easel relay`: the program that `easel join ssh://…` runs on the remote machine.
struct RelayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "relay",
    abstract: "Connect standard input and output to your call (used by `easel join ssh://…`).",
    discussion: """
      What `easel join ssh://…` runs at the far side. Where nobody draws yet, it holds the call and \
      waits. For a login that can do nothing else, put this before its key in authorized_keys, with \
      the whole path, since sshd does not look into ~/.local/bin: \
      command="$HOME/.local/bin/easel relay --watch --as Gil",restrict
      """)

  @Argument(
    help: ArgumentHelp(
      "Lead to the door of another user here, who is asked: @USER.", valueName: "user"))
  var user: String?

  @Flag(help: "Let them watch, and not draw.")
  var watch = false

  @Option(
    name: .customLong("as"),
    help: "What they are called, whatever they call themselves.")
  var name: String?

  func run() throws {
    let given = name.map { SafeText($0, limit: .name) }
    guard given?.string.isEmpty != true else {
      throw UserError("a name needs something that can be seen.", code: UserError.usage)
    }
    if let user {
      guard given == nil else {
        throw UserError(
          "--as names those who come into your own call; at a door they are asked about.",
          code: UserError.usage)
      }
      guard !watch else {
        throw UserError(
          "--watch bounds those who come into your own call; at a door whoever answers decides.",
          code: UserError.usage)
      }
      return try lead(to: try UserAddress(user))
    }
    let (localAuthor, _) = LocalAuthor.current(Places.current(), Settings())
    let role: Role = watch ? .watch : .draw
    let (isOver, hasLeft) = (WakePipe(), WakePipe())
    let relay: GroupSystem
    do throws(TransportFault) {
      relay = try CallConnection.relaying(to: role, as: given, localAuthor) { isOver.ring() }
    } catch {
      throw UserError(error.description)
    }
    MainActor.assumeIsolated { MainLoop.run(until: isOver) }
    // The goodbye is sent before the process ends.
    relay.leaveCall { hasLeft.ring() }
    MainActor.assumeIsolated { MainLoop.run(until: hasLeft) }
  }

  /// Copies all bytes in both directions without reading them: the guest talks directly to the user
  /// whose door it is.
  private func lead(to door: UserAddress) throws {
    do throws(TransportFault) {
      try PipeTransport.joinStandardStreams(to: try door.place.connect())
    } catch {
      throw door.refusal(error)
    }
  }
}
