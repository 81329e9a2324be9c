import { crc32 } from 'node:zlib'

const signatureLength = 8

/** A picture of an animation, as a PNG. All have the same size and kind of colours. */
export interface Frame {
  readonly png: Buffer
  readonly milliseconds: number
}

/** An animated PNG that repeats its frames for ever. Where it cannot be played, the first one is shown. */
export function animatedPng(frames: readonly Frame[]): Buffer {
  const [first] = frames
  if (first === undefined) throw new Error('An animation needs a frame.')
  const header = dataOf(first.png, 'IHDR')[0]!
  const size = header.subarray(0, 8)
  let sequence = 0
  const pictures = frames.flatMap(({ png, milliseconds }, index) => {
    if (!dataOf(png, 'IHDR')[0]!.equals(header)) throw new Error('The frames differ in size.')
    const place = [size, number32(0), number32(0)]
    const duration = [number16(milliseconds), number16(1_000)]
    // The frame stays until the next one, which replaces it.
    const ending = Buffer.from([0, 0])
    const control = chunk('fcTL', number32(sequence++), ...place, ...duration, ending)
    const data = dataOf(png, 'IDAT').map((bytes) =>
      index === 0 ? chunk('IDAT', bytes) : chunk('fdAT', number32(sequence++), bytes),
    )
    return [control, ...data]
  })
  return Buffer.concat([
    first.png.subarray(0, signatureLength),
    chunk('IHDR', header),
    chunk('acTL', number32(frames.length), number32(0)),
    ...pictures,
    chunk('IEND'),
  ])
}

/** The data of a PNG's chunks of one type. */
function dataOf(png: Buffer, type: string): Buffer[] {
  const found: Buffer[] = []
  for (let at = signatureLength; at < png.length; ) {
    const length = png.readUInt32BE(at)
    const begin = at + 8
    if (png.toString('latin1', at + 4, begin) === type) {
      found.push(png.subarray(begin, begin + length))
    }
    at = begin + length + 4
  }
  return found
}

function chunk(type: string, ...parts: readonly Buffer[]): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), ...parts])
  return Buffer.concat([number32(typed.length - 4), typed, number32(crc32(typed))])
}

function number32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function number16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}
