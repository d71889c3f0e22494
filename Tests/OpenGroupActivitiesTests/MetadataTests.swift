import Foundation
import Testing

@testable import OpenGroupActivities

@Suite struct MetadataTests {
  private let header: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52,
  ]

  private func png(_ width: [UInt8], _ height: [UInt8], rest: Int = 9) -> Data {
    Data(header + width + height + [UInt8](repeating: 1, count: rest))
  }

  @Test("A picture has the sides that its header names")
  func sides() throws {
    let image = try #require(CGImage(png: png([0, 0, 1, 2], [0, 0, 16, 0])))
    #expect(image.width == 258 && image.height == 4_096)
    let encoded = try JSONEncoder().encode(image)
    #expect(try JSONDecoder().decode(CGImage.self, from: encoded) == image)
  }

  @Test("Bytes that are no small PNG picture are refused")
  func refused() {
    #expect(CGImage(png: Data(header)) == nil)
    #expect(CGImage(png: png([0, 0, 0, 0], [0, 0, 0, 1])) == nil)
    #expect(CGImage(png: png([0, 0, 16, 1], [0, 0, 0, 1])) == nil)
    #expect(CGImage(png: png([0, 0, 0, 1], [0, 0, 0, 1], rest: CGImage.bytesMax)) == nil)
    #expect(CGImage(png: Data(png([0, 0, 0, 1], [0, 0, 0, 1]).dropFirst())) == nil)
    let text = Data(#"{"png":"AAAA"}"#.utf8)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(CGImage.self, from: text) }
  }

  @Test("The largest picture fits into an activity")
  func fits() throws {
    let size = CGImage.bytesMax - header.count - 8
    let image = try #require(CGImage(png: png([0, 0, 0, 1], [0, 0, 0, 1], rest: size)))
    #expect(image.png.count == CGImage.bytesMax)
    #expect(try Coding.bytes(of: image).count < 24 * 1_024)
  }

  @Test("The older names read and set the same values")
  func olderNames() {
    var metadata = GroupActivityMetadata()
    metadata.localizedTitle = "Chess"
    metadata.localizedSubtitle = "Ann"
    metadata.experience = .listenTogether
    #expect(metadata.title == "Chess" && metadata.subtitle == "Ann")
    #expect(metadata.type == .listenTogether && metadata.experience == .listenTogether)
    metadata.type = .playTogether
    #expect(metadata.experience == nil && metadata.localizedTitle == "Chess")
  }

  @Test("A change of a queue names its item")
  func queue() {
    typealias Action = GroupSessionEvent.Action
    #expect(Action.skip(item: "Yes").description == #"skipped "Yes""#)
    #expect(
      Action.updatedQueue(.added(.song("Yes"))).description == #"added the song "Yes" to the queue"#
    )
    #expect(
      Action.updatedQueue(.setUpNext(.container("No"))).description == #"set "No" up as the next"#)
  }
}
