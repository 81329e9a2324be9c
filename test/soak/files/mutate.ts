import type { Draw } from '../draw.ts'

const texts = [
  ...['\0', '\r\n', '\n', ',', ';', '\t', '"', '""', '-', '1e9', '9'.repeat(40), 'NaN', '\ufeff'],
  ...['2026-02-30', '=1+1', '{', '}', '[', ']', ':', '\\u0000', 'ÿ', '\ud800', ' ', '0x10', '1,5'],
]

/** Damages a file: bytes are changed, removed, doubled, moved or inserted. */
export function mutate(draw: Draw, file: Uint8Array): Uint8Array {
  let bytes = Buffer.from(file)
  for (let count = draw.oneIn(4) ? 4 : 1; count > 0; count--) bytes = damage(draw, bytes)
  return bytes
}

function damage(draw: Draw, bytes: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  if (bytes.length === 0) return Buffer.from(draw.of(texts))
  const at = draw.below(bytes.length)
  const length = draw.oneIn(6) ? draw.below(bytes.length) : draw.below(8)
  const [head, piece, tail] = [
    bytes.subarray(0, at),
    bytes.subarray(at, at + length),
    bytes.subarray(at + length),
  ]
  switch (draw.below(6)) {
    case 0:
      bytes[at] = bytes[at]! ^ (1 << draw.below(8))
      return bytes
    case 1:
      return Buffer.concat([head, tail])
    case 2:
      return Buffer.concat([head, piece, piece, tail])
    case 3:
      return Buffer.concat([tail, piece, head])
    case 4:
      return Buffer.from(head)
    default:
      return Buffer.concat([head, Buffer.from(draw.of(texts)), bytes.subarray(at)])
  }
}
