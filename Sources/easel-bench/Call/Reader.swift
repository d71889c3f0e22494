import Codec
import Drawing
import Log
import Sharing

/// Takes in what others drew, as Easel does.
final class Reader {
  private var log: Log
  private var picture = Picture()
  private(set) var count = 0

  init(_ genesis: BoardGenesis) { log = Log(genesis) }

  /// - Returns: what is known by it.
  func take(_ run: [UInt8]) -> [ReplicaHead] {
    do {
      let merged = log.merge(try EntryRun.decode(run), verify: History.verify)
      _ = picture.apply(
        try merged.applied.map { ($0.stamp, try Operation(decoding: $0.payload)) })
      count += merged.applied.count
      return Set(merged.applied.map(\.id.replica)).compactMap { log.head(of: $0) }
        .map { ReplicaHead($0) }
    } catch { return [] }
  }
}
