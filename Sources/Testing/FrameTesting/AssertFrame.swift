import CellFrame
import Foundation

/// Compares a frame with its golden, which lies beside the test in
/// `__Frames__/TESTFILE/FUNCTION.frame`, or `FUNCTION.NAME.frame` where a name is given.
///
/// Works for Swift Testing and for XCTest: a difference is thrown, so the test says `try
/// assertFrame(frame)`. Run the tests with `RECORD=1` in the environment to write the golden; that
/// run fails too, so that only a person ever accepts a new screen.
///
/// - Throws: `FrameMismatch`, whose description says what differs and what to do.
public func assertFrame(
  _ frame: Frame, named name: String? = nil, file: String = #filePath, function: String = #function
) throws(FrameMismatch) {
  try assertFrames([(name, frame)], file: file, function: function)
}

/// Compares several frames with their goldens and names every frame that differs; with `RECORD=1`,
/// writes all of them in one run.
public func assertFrames(
  _ frames: [(name: String?, frame: Frame)], file: String = #filePath,
  function: String = #function
) throws(FrameMismatch) {
  let isRecording = !(ProcessInfo.processInfo.environment["RECORD"] ?? "").isEmpty
  try GoldenStore(file: file, function: function, isRecording: isRecording).check(frames)
}

/// An error: one or several frames differ from their goldens.
public struct FrameMismatch: Error, Hashable, CustomStringConvertible {
  /// The path of each golden that differs or is missing, its differences, and how to accept them.
  public let description: String
}

/// The goldens of one test function.
struct GoldenStore {
  let file: String
  let function: String
  let isRecording: Bool

  func url(named name: String?) -> URL {
    let test = URL(fileURLWithPath: file)
    let parts = [function, name].compactMap { $0 }.map(Self.safe).filter { !$0.isEmpty }
    return test.deletingLastPathComponent()
      .appendingPathComponent("__Frames__")
      .appendingPathComponent(test.deletingPathExtension().lastPathComponent)
      .appendingPathComponent(parts.joined(separator: ".") + ".frame")
  }

  func check(_ frames: [(name: String?, frame: Frame)]) throws(FrameMismatch) {
    let complaints = frames.compactMap { complaint(about: $0.frame, named: $0.name) }
    guard complaints.isEmpty else {
      throw FrameMismatch(description: complaints.joined(separator: "\n"))
    }
  }

  /// Returns a complaint, or nil if the frame equals its golden.
  func complaint(about frame: Frame, named name: String?) -> String? {
    let url = url(named: name)
    guard FileManager.default.fileExists(atPath: url.path) else {
      return isRecording ? record(frame, at: url) : "\(url.path) is missing. \(Self.advice)"
    }
    do {
      let golden = try FrameGolden.frame(of: String(contentsOf: url, encoding: .utf8))
      let differences = FrameComparison.differences(golden: golden, now: frame)
      guard let differences else { return nil }
      return isRecording
        ? record(frame, at: url) : "\(url.path) differs. \(Self.advice)\n\(differences)"
    } catch {
      return isRecording
        ? record(frame, at: url) : "\(url.path) cannot be read: \(error). \(Self.advice)"
    }
  }

  static let advice = "If the new screen is right, run the test with RECORD=1."

  private func record(_ frame: Frame, at url: URL) -> String {
    do {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FrameGolden.text(of: frame).write(to: url, atomically: true, encoding: .utf8)
      return "recorded \(url.path). Read it, then run again without RECORD."
    } catch {
      return "cannot record \(url.path): \(error)"
    }
  }

  /// Returns a file name that every system accepts: `penDraws()` gives `penDraws`.
  private static func safe(_ name: String) -> String {
    let plain = name.split(separator: "(", maxSplits: 1).first.map(String.init) ?? name
    let characters = plain.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
    return String(characters).split(separator: "-").joined(separator: "-")
  }
}
