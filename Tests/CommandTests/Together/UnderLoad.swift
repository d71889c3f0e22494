import Foundation
import Testing

extension Trait where Self == ConditionTrait {
  /// Tests whose members send so much that, beside other tests, a host on a small machine closes their
  /// links for being slow. They run alone: `EASEL_LOAD=1 swift test --filter Hostile`.
  static var underLoad: Self {
    .enabled(
      if: ProcessInfo.processInfo.environment["EASEL_LOAD"] != nil, "set EASEL_LOAD=1 to run it")
  }
}
