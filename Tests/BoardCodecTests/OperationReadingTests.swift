import BoardModel
import EaselBase
import Testing

@testable import BoardCodec

/// A member reads payloads of a version that is newer than its own.
@Suite struct OperationReadingTests {
  /// Field 100, which no operation has.
  private static let unknownField: [UInt8] = [0xA2, 0x06, 1, 0]

  private func reading(_ change: (inout ProtoOperation) -> Void) -> OperationReading {
    var message = ProtoOperation()
    change(&message)
    return OperationReading(message.bytes)
  }

  /// Reads a change whose content is given field by field.
  private func change(_ content: [UInt8]) -> OperationReading {
    OperationReading([0x32, UInt8(content.count)] + content)
  }

  @Test("L14 · an action that only a newer version knows is unknown, and no action is malformed")
  func actions() {
    #expect(OperationReading(Self.unknownField) == .unknown)
    #expect(OperationReading([8, 3] + Self.unknownField) == .unknown)
    #expect(OperationReading([]) == .malformed)
    #expect(OperationReading([8, 3]) == .malformed)
    #expect(OperationReading([0xFF]) == .malformed)
  }

  @Test("L14 · an effect, or a kind of targets, that only a newer version knows is unknown")
  func changes() {
    let (items, hide): ([UInt8], [UInt8]) = ([0x0A, 0], [0x1A, 0])
    #expect(change(items + hide).operation?.action == .change(.items([]), .hide))
    #expect(change(items + Self.unknownField) == .unknown)
    #expect(change(Self.unknownField + hide) == .unknown)
    #expect(change(items) == .malformed && change(hide) == .malformed)
    // A width that no version allows.
    #expect(change(items + [0x38, 9]) == .malformed)
  }

  @Test("L14 · a style that only a newer version knows is unknown, and a step too large is not")
  func styles() {
    func stroke(_ style: UInt32) -> OperationReading {
      reading {
        $0.stroke = .init([2, 2])
        $0.style = style
      }
    }
    #expect(stroke(0).operation != nil)
    #expect(stroke(1 << 12) == .unknown && stroke(1 << 31) == .unknown)
    #expect(stroke(13 << 3) == .malformed)
    // The points are wrong in any version.
    #expect(reading { $0.stroke = .init([1]) } == .malformed)
  }

  @Test("L14 · a point or an anchor that only a newer version knows is unknown")
  func attaches() {
    #expect(OperationReading(pointing(at: 3)).operation != nil)
    #expect(OperationReading(pointing(at: 4)) == .unknown)
    #expect(OperationReading(pointing(at: 300)) == .unknown)
    #expect(OperationReading(pointing(at: 0, adding: Self.unknownField)) == .unknown)
  }

  /// The payload of an attach of a point with this number.
  private func pointing(at point: UInt32, adding more: [UInt8] = []) -> [UInt8] {
    let bytes = ProtoChange.Attach.with { $0.point = point }.bytes + more
    let attach = try? ProtoChange.Attach(serializedBytes: bytes)
    return ProtoOperation.with {
      $0.change.items = ProtoItems([id(1, 1)])
      $0.change.attach = attach ?? .init()
    }.bytes
  }

  @Test("L14 · a reader draws a stroke whose look only a newer version knows, without that look")
  func newerLook() {
    let stroke = reading {
      $0.stroke = .init([2, 2])
      $0.look = 1 << 20 | 2
    }
    guard case .make(.stroke(let drawn))? = stroke.operation?.action else {
      Issue.record("no stroke")
      return
    }
    #expect(drawn.look == .dashed)
  }

  @Test("L14 · a look of paper that only a newer version knows is unknown")
  func looks() {
    func paper(_ change: (inout ProtoPaper.Run) -> Void) -> OperationReading {
      reading { operation in
        operation.lay = .with { paper in
          paper.lines = [.with { $0.runs = [.with { change(&$0) }] }]
        }
      }
    }
    #expect(paper { $0.attributes = 31 }.operation != nil)
    #expect(paper { $0.attributes = 32 } == .unknown)
    #expect(paper { $0.foreground = 2 << 24 } == .unknown)
  }

  @Test("L14 · a field that this version need not know changes neither operation nor picture")
  func ignored() throws {
    for sample in samples() {
      let bytes = sample.encoded()
      let extended = OperationReading(bytes + Self.unknownField)
      #expect(extended == .operation(sample) && OperationReading(bytes) == extended)
      #expect(extended.operation?.encoded() == bytes)
    }
  }
}
