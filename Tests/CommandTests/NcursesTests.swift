import Foundation
import FrameTesting
import GroupTesting
import Testing
import TestThreads

/// ncurses draws the screen, all of it and alone.
@Suite(.besidePool) struct NcursesTests {
  /// A library that takes the place of one function of ncurses in a program that links it.
  private func library(in home: Home, _ source: String) throws -> URL {
    let library = home.scratch()
    let compiler = Process()
    compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    compiler.arguments = ["clang", "-shared", "-fPIC", "-x", "c", "-", "-o", library.path]
    let text = home.scratch()
    try Data(source.utf8).write(to: text)
    compiler.standardInput = try FileHandle(forReadingFrom: text)
    try compiler.run()
    compiler.waitUntilExit()
    try #require(compiler.terminationStatus == 0)
    return library
  }

  @Test("If ncurses cannot open the screen again with direct colour, the terminal is given back")
  func lostScreen() throws {
    let home = try Home()
    let failing = try library(
      in: home,
      """
      #define _GNU_SOURCE
      #include <dlfcn.h>
      static int count;
      void *newterm(const char *type, void *output, void *input) {
        if (++count > 1) return 0;
        void *(*real)(const char *, void *, void *) = dlsym(RTLD_NEXT, "newterm");
        return real(type, output, input);
      }
      """)
    let run = try TerminalRun(
      program: [Easel.binary.path, "plan"],
      environment: home.environment.merging([
        "COLORTERM": "", "TMUX": "", "STY": "", "LD_PRELOAD": failing.path,
      ]) { $1 },
      answers: TerminalAnswers([
        ("\u{1B}[>0q", "\u{1B}P>|XTerm(379)\u{1B}\\"), ("\u{1B}[c", "\u{1B}[?62;22c"),
        ("\u{1B}P+q524742\u{1B}\\", "\u{1B}P1+r524742=38\u{1B}\\"),
      ]))
    #expect(try run.waitForExit() == .code(0))
    #expect(run.end(of: "\u{1B}P+q524742") != nil)
    #expect(run.leftovers == [])
  }

  /// Draws a line and leaves; how many characters were written before the terminal was given back.
  private func charactersOnScreen(with environment: [String: String], in home: Home) throws -> Int {
    let run = try EaselRun(["plan"], in: home, environment: environment)
    try run.wait(for: "the mouse") { $0.modes[1002] == true }
    try run.drag(line(from: (10, 10), to: (20, 10)))
    try run.send("q")
    #expect(try run.waitForExit() == .code(0))
    let tokens = run.screen.tokens.prefix { token in
      guard case .csi(let sequence) = token else { return true }
      return sequence.kind != "?l" || !sequence.parameters.contains("1049")
    }
    return tokens.count { if case .text = $0 { true } else { false } }
  }

  /// A program that does not link ncurses, or writes a cell around it, shows something all the same.
  @Test("if ncurses' doupdate does nothing, no cell is ever written")
  func silenced() throws {
    let home = try Home()
    let silent = try library(in: home, "int doupdate(void) { return 0; }")
    #expect(try charactersOnScreen(with: [:], in: home) > 100)
    #expect(try charactersOnScreen(with: ["LD_PRELOAD": silent.path], in: home) == 0)
  }
}
