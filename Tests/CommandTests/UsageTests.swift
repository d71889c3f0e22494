import Foundation
import FrameTesting
import SessionUI
import Testing
import TestThreads

@testable import easel

/// The program's answers to wrong usage, and to requests for help.
@Suite(.besidePool) struct UsageTests {
  @Test(
    "Wrong usage is one sentence with a suggestion, and exit code 2",
    arguments: [
      (["rendr"], "there is no command “rendr”. Did you mean `easel render`?"),
      (["rendr", "x"], "Did you mean `easel render`?"),
      (["boards", "renam", "x", "y"], "Did you mean `easel boards rename`?"),
      (["themes", "dark"], "`easel themes --help` tells more."),
      (["play"], "missing expected argument “<script>”. `easel play --help` tells more."),
      (["--color", "redd"], "expected #rrggbb or one of"),
      (["render", "x", "--sise", "9x9"], "unknown option “--sise”. Did you mean “--size”?"),
      (["help", "rendr"], "there is no command “rendr”. Did you mean `easel help render`?"),
      (["help", "boards", "renam"], "Did you mean `easel help boards rename`?"),
      (["help", "nothing"], "there is no command “nothing”. `easel help` tells more."),
      (["renderr", "x"], "Did you mean `easel render`?"),
      (["draww"], "Did you mean `easel draw`?"),
      (["jion"], "Did you mean `easel join`?"),
      (["draw", "-dash"], "unknown option “-dash”. `easel draw --help` tells more."),
      (["-dash"], "unknown option “-dash”."), (["render", "x", "-h5"], "unknown option “-h5”."),
      (["--wrap", "nonsense"], "--wrap takes a number of columns, and “nonsense” is none."),
      (["render", "x", "--zoom"], "unknown option “--zoom”. `easel render --help` tells more."),
      (["render", "x", "--size"], "missing value for “--size <COLSxROWS>”."),
      (["render", "x", "--size", "0x0"], "like 80x24, each from 1 to 1000."),
      (["render", "x", "--size", "99999999x9"], "like 80x24, each from 1 to 1000."),
      (["render", "x", "--size", "99999999999999999999x9"], "each from 1 to 1000."),
      (
        ["render", "x", "--ink", "dots"],
        "Please provide one of the following: mixed, mixed-sextants, mixed-octants, mixed-half, braille, half"
      ),
      (["render", "x", "--theme", "darck"], "Did you mean “dark”?"),
      (["render", "x", "y"], "unexpected argument “y”. `easel render --help` tells more."),
      (["play", ""], "give a script's file, or - for standard input."),
      (["--generate-completion-script", "tcsh"], "with one of: zsh bash fish."),
      (["render", "x", "--format", "gif"], "Please provide one of"),
      (["render", "a\u{1B}[2J"], "cannot be a board's name"),
      (["--theme", "chalkbord"], "there is no theme “chalkbord”. Did you mean “chalkboard”?"),
      (["host", "x", "--listen", "foo"], "foo is not an address that can be used here"),
      (["host", "x", "--listen", "tcp://[::1]:x"], "is not an address that can be used here"),
      (["host", "--listen", "unix:///" + String(repeating: "x", count: 200)], "is longer than"),
      (["relay", "--watch", "@root"], "--watch works only with your own session"),
      (["relay", "--as", "Gil", "@root"], "--as works only with your own session"),
      (["deploy", "ssh://host/@ann"], "leave out /@ann."),
      (["boards", "rename", "x", "../y"], "“../y” cannot be a board's name."),
    ])
  func wrongUsage(arguments: [String], sentence: String) throws {
    let outcome = try Easel.run(arguments, in: Home())
    #expect(outcome.code == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("easel: ") && outcome.errors.contains(sentence))
    #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
  }

  @Test(
    "A terminal of another user, as after su, has its own message, with what to do",
    .enabled(if: geteuid() == 0))
  func anothersTerminal() throws {
    let other = ["setsid", "-w", "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    let run = try TerminalRun(
      program: ["/usr/bin/env"] + other + [Easel.binary.path], environment: Home().environment,
      columns: 100, rows: 24)
    #expect(try run.waitForExit() == .code(2))
    let said = run.screen.text.joined(separator: " ")
    #expect(said.contains("belongs to another user. Try `su --pty USER -c easel`"), "\(said)")
  }

  @Test("A correct request that fails is exit code 1")
  func failures() throws {
    let home = try Home()
    _ = try Easel.run(["play", "-", "--board", "plan"], in: home, input: "stroke 0,0 1,1\n")
    let missing = try Easel.run(["render", "plam"], in: home)
    #expect(missing.code == 1)
    #expect(missing.errors == "easel: there is no board “plam”. Did you mean “plan”?\n")
    let script = try Easel.run(["play", "-"], in: home, input: "stroke 0,0\nsroke 1,1\n")
    #expect(script.code == 1)
    #expect(
      script.errors
        == "easel: standard input: line 2, column 1: expected a command, found “sroke”; "
        + "did you mean “stroke”?\n")
  }

  @Test("A board in a folder that is not there is refused before anything is drawn")
  func noFolder() throws {
    let home = try Home()
    let run = try EaselRun([home.path("no/plan.easel")], in: home)
    #expect(try run.waitForExit() == .code(1))
    #expect(run.screen.text.contains { $0.contains("there is no folder") }, "\(run.screen.text)")
  }

  @Test("Paper that is too long is told how long it may be")
  func longPaper() throws {
    let home = try Home()
    let paper = try home.write(String(repeating: "x", count: (16 << 20) + 1), to: "long.txt")
    let outcome = try Easel.run(["--paper", paper], in: home)
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("is too long for paper, which holds at most 16 MiB."))
  }

  @Test(
    "Every command explains itself",
    arguments: [[], ["boards", "rename"]]
      + EaselCommand.names.filter { $0 != "help" }.map { [$0] })
  func help(command: [String]) throws {
    let outcome = try Easel.run(command + ["--help"], in: Home())
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    #expect(outcome.text.contains("USAGE: easel"))
  }

  @Test("The help of ssh:// names the program that connects")
  func sshCommand() throws {
    for command in ["join", "view", "play", "deploy"] {
      let text = try Easel.run([command, "--help"], in: Home()).text
      #expect(text.contains("ssh://") && text.contains("EASEL_SSH_COMMAND"), "\(text)")
    }
  }

  @Test("The source of the manual pages describes every command")
  func manual() throws {
    struct Told: Decodable {
      let commandName: String
      let abstract: String?
      let subcommands: [Told]?
    }
    struct Dump: Decodable { let command: Told }
    let outcome = try Easel.run(["--experimental-dump-help"], in: Home())
    let root = try JSONDecoder().decode(Dump.self, from: outcome.output).command
    let listed = [root] + (root.subcommands ?? [])
    #expect(Set(EaselCommand.names + ["easel"]).subtracting(listed.map(\.commandName)).isEmpty)
    for command in listed + listed.flatMap({ $0.subcommands ?? [] }) {
      #expect(command.abstract?.isEmpty == false, "\(command.commandName)")
    }
  }

  @Test("Without a terminal doctor tells the rest, the key among it")
  func doctorWithout() throws {
    let outcome = try Easel.run(["doctor"], in: Home())
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    #expect(outcome.text.contains("Easel needs a terminal.") && outcome.text.contains("your key"))
  }

  @Test("For a board, doctor counts the entries, and the refused ones by cause")
  func doctorOfBoard() throws {
    let home = try Home()
    for (forges, counted, warns) in [(false, "3", false), (true, "2", true)] {
      let board = home.path("forged-\(forges).easel")
      try HostileBoard.write("a", to: board, forgesLast: forges)
      let outcome = try Easel.run(["doctor", board], in: home)
      let lines = outcome.text.split(separator: "\n").map { $0.split(separator: " ") }
      #expect(outcome.code == 0 && lines.contains(["entries", Substring(counted)]))
      let refused = "refused 1 with a wrong signature".split(separator: " ")
      #expect(lines.contains(refused) == warns, "\(outcome.text)")
    }
  }

  @Test("An unknown level of the log is refused, with the known levels")
  func logLevel() throws {
    let outcome = try Easel.run(["host", "--headless", "--log", "loud"], in: Home())
    #expect(outcome.code == 2 && outcome.errors.contains("trace, debug, info"))
  }

  @Test("Completions are made for every shell", arguments: ["bash", "zsh", "fish"])
  func completions(shell: String) throws {
    let outcome = try Easel.run(["--generate-completion-script", shell], in: Home())
    #expect(outcome.code == 0 && outcome.text.contains("boards"))
  }

  @Test("The version is told")
  func version() throws {
    #expect(try Easel.run(["--version"], in: Home()).text == Version.string + "\n")
  }
}
