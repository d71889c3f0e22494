import GroupTesting
import Testing

@Test("SplitMix64 gives its inventors' numbers")
func splitMixNumbers() {
  var random = SplitMix64(seed: 1_234_567)
  #expect(random.next() == 6_457_827_717_110_365_317)
  #expect(random.next() == 3_203_168_211_198_807_973)
}
