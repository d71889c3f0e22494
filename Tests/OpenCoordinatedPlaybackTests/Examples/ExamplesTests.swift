import Foundation
import Testing

@testable import OpenCoordinatedPlayback

@MainActor @Suite(.timeLimit(.minutes(60))) struct ExamplesTests {
  @Test("every example on the DocC pages is compiled and run")
  func pages() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let examples = try [
      "WatchExample.swift", "WhatHappenedExample.swift", "../../WatchTogether/FilmPlayer.swift",
    ].map { try text(folder.appendingPathComponent($0)) }
    let catalog = folder.appendingPathComponent(
      "../../../Sources/Activities/OpenCoordinatedPlayback/OpenCoordinatedPlayback.docc"
    ).standardizedFileURL
    var count = 0
    for page in try FileManager.default.contentsOfDirectory(atPath: catalog.path)
    where page.hasSuffix(".md") {
      let blocks = try text(catalog.appendingPathComponent(page))
        .components(separatedBy: "```swift\n").dropFirst()
        .compactMap { $0.components(separatedBy: "```").first }
      for block in blocks {
        count += 1
        #expect(examples.contains { $0.contains(block) }, "\(page): \(block)")
      }
    }
    #expect(count == 3)
  }

  private func text(_ file: URL) throws -> String { try String(contentsOf: file, encoding: .utf8) }

  @Test("the flags on the page are those of the tests with the names of Apple's modules")
  func aliases() throws {
    let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../..")
      .standardizedFileURL
    let manifest = try text(root.appendingPathComponent("Package.swift"))
    let page = try text(
      root.appendingPathComponent(
        "Sources/Activities/OpenGroupActivities/OpenGroupActivities.docc/UnchangedSources.md"))
    for alias in [
      "AVFoundation=OpenCoordinatedPlayback", "GroupActivities=OpenGroupActivities",
      "Combine=OpenCombine",
    ] {
      #expect(manifest.contains("\"\(alias)\"") && page.contains("\"-module-alias\", \"\(alias)\""))
    }
  }

  @Test("a person may see what happened, and is then level with the group again")
  func whatHappened() async throws {
    let world = LoopbackWorld("Ann")
    let player = AVPlayer(clock: PlaybackClock(world.clock))
    player.replaceCurrentItem(with: AVPlayerItem(url: URL(fileURLWithPath: "/films/one.mp4")))
    await player.seek(to: CMTime(value: 60, timescale: 1))
    player.play()
    await world.pass(milliseconds: 1_000)
    let suspension = player.showWhatHappened()
    #expect(player.playbackCoordinator.suspensionReasons == [.whatHappened])
    #expect((50.5..<51.5).contains(player.currentTime().seconds) && player.rate == 2)
    await world.pass(milliseconds: 10_500)
    suspension.end()
    await world.pass(milliseconds: 100)
    #expect(player.rate == 1 && (71.5..<72).contains(player.currentTime().seconds))
  }
}
