import ArgumentParser
import BoardFiles
import BoardSessions
import EaselBase
import GroupCore
import GroupSecurity
import OpenGroupActivities
import SocketTransports
import SystemFiles

/// `easel relay`: the program that `easel join ssh://…` runs on the remote machine.
struct RelayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "relay",
    abstract: "Used by ssh guests; you do not start it yourself.",
    discussion: """
      `easel join ssh://…` starts this command on the other machine. If no easel is open there yet, \
      the relay waits for one.

      You can give a person a login that can only join. The person gets no ticket: they come in by \
      this login only, and can let nobody else in. Put this before their key in \
      ~/.ssh/authorized_keys: \
      command="$HOME/.local/bin/easel relay --watch --as Gil",restrict
      """,
    shouldDisplay: false)

  @Argument(
    help: ArgumentHelp(
      "Ask this user of the machine to admit the guest: @USER.", valueName: "user"))
  var user: String?

  @Flag(help: "The guest may only watch.")
  var watch = false

  @Option(
    name: .customLong("as"),
    help: "The name of the guest. It replaces the name that the guest chose.")
  var name: String?

  func run() throws {
    let given = name.map { SafeText($0, limit: .name) }
    guard given?.string.isEmpty != true else {
      throw UserError("a name needs something that can be seen.", code: UserError.usage)
    }
    if let user {
      guard given == nil else {
        throw UserError(
          "--as works only with your own session, not with @USER.",
          code: UserError.usage)
      }
      guard !watch else {
        throw UserError(
          "--watch works only with your own session. With @USER, that user decides.",
          code: UserError.usage)
      }
      return try lead(to: try UserAddress(user))
    }
    let (localAuthor, _) = LocalAuthor.current(AppPaths.current(), Settings())
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
      try PipeTransport.joinStandardStreams(to: try door.rendezvous.connect())
    } catch {
      throw door.refusal(error)
    }
  }
}
