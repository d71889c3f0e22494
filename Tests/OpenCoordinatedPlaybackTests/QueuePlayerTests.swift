import Foundation
import OpenGroupActivities
import Testing

@testable import OpenCoordinatedPlayback

/// Queues of items, and items that leave the group.
@MainActor @Suite(.timeLimit(.minutes(60))) struct QueuePlayerTests {
  private let clock = LoopbackWorld("Ann")

  private func item(_ name: String, seconds: Int64 = 10) -> AVPlayerItem {
    AVPlayerItem(
      asset: AVURLAsset(url: URL(fileURLWithPath: "/films/\(name).mp4")),
      duration: CMTime(value: seconds, timescale: 1))
  }

  private func queue(_ items: [AVPlayerItem]) -> AVQueuePlayer {
    let player = AVQueuePlayer(clock: PlaybackClock(clock.clock))
    for item in items { player.insert(item, after: nil) }
    return player
  }

  @Test("A queue plays its items one after another")
  func order() async {
    let (one, two) = (item("one"), item("two"))
    let player = queue([one, two])
    player.play()
    await clock.until("it plays") { player.timeControlStatus == .playing }
    await clock.pass(milliseconds: 9_000)
    #expect(player.currentItem == one && player.items() == [one, two])
    await clock.pass(milliseconds: 2_000)
    #expect(player.currentItem == two && player.timeControlStatus == .playing)
    #expect((0.5..<2).contains(player.currentTime().seconds), "\(player.currentTime().seconds)")
    await clock.pass(milliseconds: 10_000)
    #expect(player.items().isEmpty && player.reasonForWaitingToPlay == .noItemToPlay)
  }

  @Test("A queue that does not advance stands at the end of its item")
  func stays() async {
    let (one, two) = (item("one"), item("two"))
    let player = queue([one, two])
    #expect(player.actionAtItemEnd == .advance)
    player.actionAtItemEnd = .pause
    player.play()
    await clock.pass(milliseconds: 12_000)
    #expect(player.currentItem == one && player.currentTime() == one.duration)
    player.advanceToNextItem()
    #expect(player.currentItem == two)
  }

  @Test("Items are inserted and removed at their places, and no item is twice in a queue")
  func editing() {
    let (one, two, three) = (item("one"), item("two"), item("three"))
    let player = queue([one, three])
    #expect(!player.canInsert(one, after: nil) && !player.canInsert(two, after: item("four")))
    player.insert(two, after: one)
    player.insert(two, after: nil)
    #expect(player.items() == [one, two, three])
    player.remove(two)
    player.remove(one)
    #expect(player.items() == [three] && player.currentItem == three)
    player.removeAllItems()
    #expect(player.items().isEmpty && player.currentItem == nil)
    #expect(AVQueuePlayer(items: [one, two]).items() == [one, two])
  }

  @Test("The end of an item is posted once")
  func end() async {
    let player = AVPlayer(clock: PlaybackClock(clock.clock))
    let item = item("one", seconds: 2)
    let ends = Ends(item)
    player.replaceCurrentItem(with: item)
    player.play()
    await clock.until("it ended") { ends.count > 0 }
    player.rate = 2
    await clock.pass(milliseconds: 2_000)
    #expect(ends.count == 1 && player.actionAtItemEnd == .pause)
  }

  @Test("An item without a name, or with the pitch of low quality, is not coordinated")
  func refusal() async {
    let player = AVPlayer(clock: PlaybackClock(clock.clock))
    let coordinator = player.playbackCoordinator
    player.replaceCurrentItem(with: AVPlayerItem(asset: AVMutableComposition()))
    #expect(coordinator.suspensionReasons == [.coordinatedPlaybackNotPossible])
    player.play()
    #expect(player.timeControlStatus == .playing)
    let item = item("one")
    player.replaceCurrentItem(with: item)
    #expect(coordinator.suspensionReasons.isEmpty)
    item.audioTimePitchAlgorithm = .lowQualityZeroLatency
    #expect(coordinator.suspensionReasons == [.coordinatedPlaybackNotPossible])
    item.audioTimePitchAlgorithm = .spectral
    #expect(coordinator.suspensionReasons.isEmpty)
    let delegate = Naming()
    coordinator.delegate = delegate
    player.replaceCurrentItem(with: AVPlayerItem(asset: AVMutableComposition()))
    #expect(coordinator.suspensionReasons.isEmpty)
  }

  @Test("The delegate is asked for the interstitials of an item that becomes the current one")
  func interstitials() {
    let player = AVPlayer(clock: PlaybackClock(clock.clock))
    let delegate = Naming()
    player.playbackCoordinator.delegate = delegate
    #expect(player.playbackCoordinator.interstitialTimeRanges.isEmpty)
    player.replaceCurrentItem(with: item("one"))
    #expect(
      player.playbackCoordinator.interstitialTimeRanges == [
        CMTimeRange(start: CMTime(value: 5, timescale: 1), duration: CMTime(value: 3, timescale: 1))
      ])
    player.replaceCurrentItem(with: nil)
    #expect(player.playbackCoordinator.interstitialTimeRanges.isEmpty)
  }
}

/// Names each item, with an interstitial from the fifth to the eighth second.
private final class Naming: AVPlayerPlaybackCoordinatorDelegate {
  func playbackCoordinator(
    _ coordinator: AVPlayerPlaybackCoordinator, identifierFor playerItem: AVPlayerItem
  ) -> String { (playerItem.asset as? AVURLAsset)?.url.absoluteString ?? "a composition" }

  func playbackCoordinator(
    _ coordinator: AVPlayerPlaybackCoordinator, interstitialTimeRangesFor playerItem: AVPlayerItem
  ) -> [NSValue] {
    let range = CMTimeRange(
      start: CMTime(value: 5, timescale: 1), duration: CMTime(value: 3, timescale: 1))
    return [NSValue(timeRange: range)]
  }
}

/// Counts the notifications of an item's end.
@MainActor private final class Ends {
  private(set) var count = 0
  private var observer: (any NSObjectProtocol)?

  init(_ item: AVPlayerItem) {
    observer = NotificationCenter.default.addObserver(
      forName: .AVPlayerItemDidPlayToEndTime, object: item, queue: nil
    ) { [weak self] _ in MainActor.assumeIsolated { self?.count += 1 } }
  }

  isolated deinit { observer.map(NotificationCenter.default.removeObserver) }
}
