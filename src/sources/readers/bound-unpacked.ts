import { limitExceeded, type Reading } from './reading.ts'

/** Small files may unpack to any multiple of their size. */
const ratioFreeBytes = 16 * 1024 ** 2

/**
 * Passes unpacked bytes, or characters, on until there are too many.
 *
 * @param file the name of the packed file
 * @param packedBytes its size, as it was given
 * @throws Refusal `limit_exceeded`
 */
export async function* boundUnpacked<Chunk extends Buffer | string>(
  chunks: AsyncIterable<Chunk>,
  file: string,
  packedBytes: number,
  reading: Reading,
): AsyncGenerator<Chunk> {
  let unpacked = 0
  for await (const chunk of chunks) {
    unpacked += chunk.length
    refuseUnpacked(unpacked, file, packedBytes, reading)
    yield chunk
  }
}

/**
 * @param unpacked bytes or characters
 * @param file and packedBytes as in {@link boundUnpacked}
 * @throws Refusal `limit_exceeded`
 */
export function refuseUnpacked(
  unpacked: number,
  file: string,
  packedBytes: number,
  reading: Reading,
): void {
  const { unpackedBytes, unpackRatio } = reading.limits
  if (unpacked > unpackedBytes) throw limitExceeded(file, 'unpackedBytes', reading)
  if (unpacked > ratioFreeBytes && unpacked > packedBytes * unpackRatio) {
    throw limitExceeded(file, 'unpackRatio', reading)
  }
}
