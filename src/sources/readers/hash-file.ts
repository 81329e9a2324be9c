import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'

const chunkBytes = 1_048_576

/** The SHA-256 of a file's bytes, in hexadecimal. */
export async function hashFile(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: chunkBytes }), hash, { signal })
  return hash.digest('hex')
}
