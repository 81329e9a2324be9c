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
  const { unpackedBytes, unpackRatio } = reading.limits
  let unpacked = 0
  for await (const chunk of chunks) {
    unpacked += chunk.length
    if (unpacked > unpackedBytes) throw limitExceeded(file, 'unpackedBytes', reading)
    if (unpacked > ratioFreeBytes && unpacked > packedBytes * unpackRatio) {
      throw limitExceeded(file, 'unpackRatio', reading)
    }
    yield chunk
  }
}
