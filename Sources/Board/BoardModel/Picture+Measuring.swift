extension Picture {
  /// The bytes that the picture stores for its operations, besides the items and the text themselves.
  /// Tests and the bench compare it with the weight of the operations. The getter walks everything.
  package var storedBytes: Int {
    operations.storedBytes + gestures.storedBytes + histories.storedBytes + table.storedBytes
      + waiting.storedBytes + standing.count + clears.capacity * MemoryLayout<Slot>.stride * 2
  }
}
