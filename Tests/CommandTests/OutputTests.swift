import BoardContract
import BoardScript
import EaselBase
import Foundation
import Glibc
import Testing
import TestThreads

/// Files, devices and pipes that the user names, and outputs that take nothing.
@Suite(.besidePool) struct OutputTests {
  private func board(in home: Home) throws {
    let script = "rect 0.2,0.2 0.5,0.5\ntext 0.25,0.3 \"Hi\"\n"
    #expect(try Easel.run(["play", "-", "--board", "plan"], in: home, input: script).code == 0)
  }

  /// Runs a line of a shell, in which `easel` is the program.
  private func shell(_ line: String, in home: Home) throws -> (code: Int32, text: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = [
      "-c", "cd \"$HOME\"; easel() { \"$0\" \"$@\"; }; \(line)", Easel.binary.path,
    ]
    process.environment = home.environment
    let output = Pipe()
    (process.standardOutput, process.standardError) = (output, output)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }

  @Test("render writes through links, into pipes and with the mode of the file")
  func render() throws {
    let home = try Home()
    try board(in: home)
    let picture = try Easel.run(["render", "plan"], in: home).text
    let line = """
      umask 022; easel render plan --output new && stat -c %a new
      echo old > real; chmod 664 real; ln -s real link; ln real hard
      easel render plan --output link; stat -c '%a %h %F' real; stat -c %F link
      cmp new real && cmp new hard && echo same
      mkfifo pipe; cat pipe > got & easel render plan --output pipe; wait; cmp new got && echo got
      easel render plan --output >(cat > sub; mv sub done); while [ ! -e done ]; do :; done
      cmp new done && stat -c %F pipe
      """
    let outcome = try shell(line, in: home)
    #expect(
      outcome.text.split(separator: "\n") == [
        "644", "664 2 regular file", "symbolic link", "same", "got", "fifo",
      ], "\(outcome.text)")
    for name in ["-", "/dev/stdout"] {
      let through = try shell(
        "(echo a; easel render plan --output \(name); echo b) > out; cat out", in: home)
      #expect(through.text == "a\n" + picture + "b\n")
      #expect(!FileManager.default.fileExists(atPath: home.path("-")))
    }
  }

  @Test(
    "No board is an output: the board itself, another one, at the end of a link or by a second name",
    arguments: ["own.easel", "other.easel", "soft", "hard"])
  func boards(output: String) throws {
    let home = try Home()
    for name in ["own.easel", "other.easel"] {
      _ = try Easel.run(
        ["play", "-", "--board", home.path(name)], in: home, input: "line 0,0 1,1\n")
    }
    let path = home.path(output)
    if output == "soft" { #expect(symlink(home.path("own.easel"), path) == 0) }
    if output == "hard" { #expect(link(home.path("own.easel"), path) == 0) }
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    for command in [
      ["render", home.path("own.easel"), "--output", path],
      ["host", home.path("own.easel"), "--headless", "--ticket-file", path],
    ] {
      let outcome = try Easel.run(command, in: home)
      #expect(outcome.code == 2 && outcome.errors.contains(" is a board. Choose another file.\n"))
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    }
  }

  private static let printing = [
    "help script", "help", "--help", "--version", "render plan", "record plan",
    "record plan --format cast", "boards",
    "boards list --names", "themes", "boards duplicate plan", "play - <<< 'line 0,0 1,1'", "doctor",
    "--generate-completion-script bash",
  ]

  @Test("Each command that prints says why it cannot", arguments: printing)
  func noRoom(command: String) throws {
    let home = try Home()
    try board(in: home)
    // A device as /dev/full is, which only a superuser makes; otherwise a pipe without a reader.
    let full = home.path("full")
    let hasFull = geteuid() == 0 && mknod(full, S_IFCHR | 0o666, dev_t(1 << 8 | 7)) == 0
    let sentence = "easel: cannot write to standard output: "
    if hasFull {
      let outcome = try shell("easel \(command) > full", in: home)
      #expect(outcome.code == 1 && outcome.text.contains(sentence + "no space left on device.\n"))
    }
    let outcome = try shell(
      "mkfifo p; exec 3<> p 4> p 3>&-; easel \(command) >&4", in: home)
    #expect(outcome.code == 1 && outcome.text.contains(sentence + "broken pipe.\n"))
  }

  @Test("Tickets go where the user says: new files only for their owner, and - with --headless")
  func tickets() throws {
    let home = try Home()
    let refused = try shell("easel host a --ticket-file -; echo $?", in: home)
    #expect(
      refused.text
        == "easel: the screen is on standard output: the tickets go there only with --headless.\n2\n"
    )
    // Each call has a board of its own: a call that continues an earlier one says so.
    func host(_ file: String) -> String {
      "\"$0\" host 'for \(file)' --headless --listen tcp://127.0.0.1:0 --ticket-file \(file)"
    }
    func tickets(_ file: String, _ more: String = "") throws -> String {
      try shell(
        """
        umask 022; \(more)
        \(host(file)) & id=$!
        until [ "$(wc -l < \(file == "-" ? "out" : file == "pipe" ? "got" : file))" = 2 ]; do sleep 0.02; done
        kill $id; wait $id; stat -c '%a %F' \(file == "-" ? "out" : file)
        """, in: home
      )
      .text
    }
    #expect(try tickets("new", "touch x").contains("600 regular file"))
    let shared = try tickets("open", "echo old > open; chmod 644 open")
    #expect(shared.contains("644 regular file"))
    #expect(shared.contains("easel: other users can read open, which holds the tickets.\n"))
    #expect(try tickets("pipe", "mkfifo pipe; cat pipe > got &").contains("fifo"))
    #expect(try tickets("-", "exec 5>&1 > out").isEmpty)
    #expect(try String(contentsOfFile: home.path("out"), encoding: .utf8).contains("easel"))
  }

  @Test("Columns of lists begin below one another, also beside wide letters")
  func columns() throws {
    let home = try Home()
    for name in ["日本語", "🦊 plan", "a", "cafe\u{301}"] {
      _ = try Easel.run(["play", "-", "--board", name], in: home, input: "line 0,0 1,1\n")
    }
    let folder = home.path(".config/easel/themes")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data("title = \"日本\"\n".utf8).write(to: URL(fileURLWithPath: folder + "/日本.toml"))
    for (command, second) in [("boards", "  20"), ("themes", "  ")] {
      let lines = try Easel.run([command], in: home).text.split(separator: "\n")
      let positions = lines.compactMap { line in
        line.range(of: second).map { range in
          line[..<line[range.lowerBound...].drop { $0 == " " }.startIndex].displayWidth
        }
      }
      #expect(positions.count == lines.count && Set(positions).count == 1, "\(lines)")
    }
  }

  @Test("A board's name is found in either form of an accent")
  func nameForms() throws {
    let home = try Home()
    _ = try Easel.run(["play", "-", "--board", "cafe\u{301}"], in: home, input: "line 0,0 1,1\n")
    let outcome = try Easel.run(["record", "caf\u{E9}"], in: home)
    #expect(outcome.code == 0 && outcome.text.contains("line 0,0 1,1"))
    _ = try Easel.run(["play", "-", "--board", "caf\u{E9}"], in: home, input: "line 0,0 1,1\n")
    #expect(try Easel.run(["boards", "--names"], in: home).text.split(separator: "\n").count == 1)
    #expect(try Easel.run(["boards", "trash", "caf\u{E9}"], in: home).code == 0)
    let trashed = try Easel.run(["boards", "untrash"], in: home)
    #expect(trashed.code == 0 && trashed.text.contains("2 changes by "))
    #expect(try Easel.run(["boards", "untrash", "caf\u{E9}"], in: home).code == 0)
  }

  @Test("A name with a sign that nobody sees is the board of that look, for each command")
  func sameLook() throws {
    let home = try Home()
    let line = "line 0,0 1,1\n"
    for name in ["plan", "plan ", "\u{2060}plan\u{A0}", "pl\u{AD}an"] {
      #expect(try Easel.run(["play", "-", "--board", name], in: home, input: line).code == 0)
    }
    #expect(try Easel.run(["boards", "--names"], in: home).text == "plan\n")
    for command in ["record", "render"] {
      #expect(try Easel.run([command, "plan\u{200B} "], in: home).code == 0)
    }
    #expect(try Easel.run(["boards", "duplicate", " plan"], in: home).text == "plan 2\n")
    let taken = try Easel.run(["boards", "rename", "plan 2", "plan\u{3164}"], in: home)
    #expect(taken.code == 1 && taken.errors == "easel: there is a board “plan” already.\n")
    #expect(try Easel.run(["boards", "rename", "plan 2", "other "], in: home).code == 0)
    #expect(try Easel.run(["boards", "trash", "plan\u{FE0F}"], in: home).code == 0)
    #expect(try Easel.run(["boards", "untrash", "plan\t"], in: home).code == 0)
    let names = try Easel.run(["boards", "--names"], in: home).text.split(separator: "\n")
    #expect(Set(names) == ["plan", "other"])
  }

  @Test(
    "A name with the ending of another kind of file is refused, with the endings that exist",
    arguments: [
      ("render", "gif"), ("render", "JPG"), ("render", "pdf"), ("render", "html"),
      ("render", "svgz"), ("render", "mp4"), ("render", "webm"), ("render", "json"),
      ("render", "cast"), ("render", "svg.gz"), ("render", "easel"), ("record", "gif"),
      ("record", "MP4"), ("record", "png"), ("record", "txt.zip"), ("record", "Json"),
      ("render", "tga"), ("render", "xps"), ("record", "aiff"), ("record", "wmf"),
      ("render", "a.gif"),
      ("host", "png"), ("host", "JSON"), ("host", "svg"),
    ])
  func endings(command: String, ending: String) throws {
    let home = try Home()
    let file = home.path("a.b/plan." + ending)
    let option = command == "host" ? "--ticket-file" : "--output"
    // The board does not exist: the name is refused before any work.
    for more in command == "host" ? [["--headless"]] : [[], ["--format", "svg"]] {
      let outcome = try Easel.run([command, "nothing", option, file] + more, in: home)
      let choice =
        command == "render"
        ? ".txt, .ans, .svg or .png"
        : command == "record" ? ".script, .cast or .svg" : ".txt or a name without an ending"
      let last = ending.lowercased().split(separator: ".").last ?? ""
      #expect(outcome.code == 2)
      #expect(
        outcome.errors == "easel: `easel \(command)` writes no .\(last) file: choose \(choice).\n")
    }
  }

  @Test("A format that does not fit the ending of the name is refused before any work")
  func contradictions() throws {
    let home = try Home()
    for (command, format, ending, right) in [
      ("render", "png", "svg", "png"), ("render", "text", "PNG", "txt"),
      ("render", "svg", "ansi", "svg"),
      ("record", "cast", "svg", "cast"), ("record", "script", "cast", "script"),
    ] {
      let file = home.path("plan." + ending)
      let outcome = try Easel.run(
        [command, "nothing", "--format", format, "--output", file], in: home)
      #expect(outcome.code == 2)
      #expect(
        outcome.errors
          == "easel: --format \(format) does not fit the ending .\(ending.lowercased()): "
          + "choose .\(right) or another format.\n")
    }
  }

  @Test("Other endings mean text, and .ans means colours")
  func freeEndings() throws {
    let home = try Home()
    try board(in: home)
    for name in ["a", "a.txt", "a.log", "a.v2", ".hidden", "a.gif/b", "gif"] {
      let path = home.path(name)
      try FileManager.default.createDirectory(
        at: URL(fileURLWithPath: path).deletingLastPathComponent(),
        withIntermediateDirectories: true)
      #expect(try Easel.run(["render", "plan", "--output", path], in: home).code == 0)
      #expect(try String(contentsOfFile: path, encoding: .utf8).contains("Hi"))
    }
    let colored = home.path("a.ANS")
    #expect(try Easel.run(["render", "plan", "--output", colored], in: home).code == 0)
    #expect(try String(contentsOfFile: colored, encoding: .utf8).contains("\u{1B}["))
  }

  @Test(
    "A script that draws nothing makes no board", arguments: ["", "\n\n", "# words\npen red\n"])
  func emptyScript(script: String) throws {
    let home = try Home()
    let outcome = try Easel.run(["play", "-"], in: home, input: script)
    #expect(outcome.code == 0 && outcome.output.isEmpty)
    #expect(
      outcome.errors == "easel: standard input has no line that draws: there is no new board.\n")
    #expect(try Easel.run(["boards"], in: home).output.isEmpty)
  }

  @Test("A PNG says which letters it has not")
  func characters() throws {
    let home = try Home()
    let script = "text 0.1,0.1 \"a ღ b\"\n"
    _ = try Easel.run(["play", "-", "--board", "one"], in: home, input: script)
    for option in [[], ["--cells"]] {
      let png = try Easel.run(["render", "one", "--format", "png"] + option, in: home)
      #expect(
        png.code == 0
          && png.errors
            == "easel: PNG has no letters for “ღ”, and shows boxes with their numbers. "
            + "SVG shows them.\n"
      )
    }
    #expect(try Easel.run(["render", "one", "--format", "svg"], in: home).errors.isEmpty)
  }

  @Test("A socket's path may have a blank, and a path with a hidden character is named")
  func socketPath() throws {
    let home = try Home()
    let outcome = try shell(
      """
      : > out
      "$0" host w --headless --listen "unix://$HOME/my plan\u{A0}ä.sock" > out 2>&1 & id=$!
      until [ "$(wc -l < out)" -ge 1 ]; do sleep 0.02; done
      EASEL_NAME=Ann "$0" play - --join "$(head -1 out)" <<< 'line 0,0 1,1'; echo "joined $?"
      read -r ticket _ < out
      for line in "$ticket" "easel join '$ticket'"; do
        EASEL_NAME=Ann "$0" play - --join "$line" <<< 'line 0,0 1,1'; echo "also joined $?"
      done
      kill $id; wait $id; cat out
      """, in: home)
    #expect(
      outcome.text.hasPrefix("joined 0\nalso joined 0\nalso joined 0\n"), "\(outcome.text)")
    let hidden = try Easel.run(
      ["host", "w", "--headless", "--listen", "unix:///tmp/a\u{200B}b"], in: home)
    #expect(
      hidden.code == 2 && hidden.errors.contains("has the character U+200B, which no ticket holds"))
  }
}
