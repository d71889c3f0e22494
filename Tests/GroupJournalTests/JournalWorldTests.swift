import GroupTesting
import Testing

@Suite struct JournalWorldTests {
  @Test(
    "J1 to J13 · lists agree and all that is held is loaded, with loss, leaving holders and a liar")
  func worlds() {
    var (added, loaded, lies) = (0, 0, 0)
    for seed in Seeds.range(12) {
      let report = JournalWorld.run(seed: seed)
      #expect(report.failures.isEmpty, "\(report.failures.joined(separator: "\n"))")
      added += report.added
      loaded += report.loaded
      lies += report.lies
    }
    #expect(added > 100 && loaded > added && lies > 0)
  }
}
