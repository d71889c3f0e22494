// Worlds share no state, so they can run side by side.
extension Run {
  /// Returns the runs of all seeds in order, with `jobs` runs at a time.
  static func each(
    of seeds: Range<UInt64>, jobs: Int, _ run: @escaping @Sendable (UInt64) -> Run
  ) -> AsyncStream<Run> {
    AsyncStream { stream in
      let task = Task {
        await withTaskGroup(of: Run.self) { group in
          var (ahead, next) = (seeds.lowerBound, seeds.lowerBound)
          var done: [UInt64: Run] = [:]
          while next < seeds.upperBound, !Task.isCancelled {
            // A slow run does not stop the others, within limits.
            while ahead < seeds.upperBound, ahead - next < 4_096,
              ahead - next - UInt64(done.count) < UInt64(jobs)
            {
              let seed = ahead
              group.addTask { run(seed) }
              ahead += 1
            }
            guard let finished = await group.next() else { break }
            done[finished.seed] = finished
            while let run = done.removeValue(forKey: next) {
              stream.yield(run)
              next += 1
            }
          }
          stream.finish()
        }
      }
      stream.onTermination = { _ in task.cancel() }
    }
  }
}
