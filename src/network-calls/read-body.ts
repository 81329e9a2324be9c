import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib'

/** The largest answer, before and after decompression. */
export const maxAnswerBytes = 32 * 1_024 * 1_024

/** An answer is larger than it may be. */
export class AnswerTooLargeError extends Error {
  override readonly name = 'AnswerTooLargeError'
}

/** An answer is compressed in a way that was not asked for, or its characters cannot be read. */
export class UnknownEncodingError extends Error {
  override readonly name = 'UnknownEncodingError'
}

type Decode = (bytes: Buffer) => Promise<Buffer>

const decoders: ReadonlyMap<string, Decode> = new Map([
  ['identity', async (bytes: Buffer) => bytes],
  ['gzip', bounded(promisify(gunzip))],
  ['br', bounded(promisify(brotliDecompress))],
  // Some servers leave out the wrapper that the standard asks for.
  ['deflate', (bytes) => bounded(promisify((bytes[0]! & 15) === 8 ? inflate : inflateRaw))(bytes)],
])

/** The encodings that are asked for with `accept-encoding`. */
export const acceptedEncodings = 'gzip, deflate, br'

/**
 * Reads all of a body into memory, and decompresses it.
 *
 * @param encoding the header `content-encoding`
 * @throws AnswerTooLargeError beyond {@link maxAnswerBytes}
 * @throws UnknownEncodingError
 */
export async function readBody(body: AsyncIterable<Buffer>, encoding: string): Promise<Buffer> {
  const decode = decoders.get(encoding.trim().toLowerCase().replace(/^x-/, '') || 'identity')
  const chunks: Buffer[] = []
  let bytes = 0
  // Leaving the loop ends the connection.
  for await (const chunk of body) {
    if (!decode) throw new UnknownEncodingError()
    bytes += chunk.length
    if (bytes > maxAnswerBytes) throw new AnswerTooLargeError()
    chunks.push(chunk)
  }
  return bytes === 0 || !decode ? Buffer.alloc(0) : decode(Buffer.concat(chunks))
}

type Decompress = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>

function bounded(decompress: Decompress): Decode {
  return async (bytes) => {
    try {
      return await decompress(bytes, { maxOutputLength: maxAnswerBytes })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') throw error
      throw new AnswerTooLargeError()
    }
  }
}

/**
 * Decodes text in the charset that the header `content-type` names; UTF-8 when it names none.
 *
 * @param isStrict whether wrong bytes are refused, and not replaced
 * @throws UnknownEncodingError
 */
export function decodeText(bytes: Buffer, contentType: string, isStrict: boolean): string {
  const charset = /charset="?([^\s";]+)/i.exec(contentType)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset, { fatal: isStrict }).decode(bytes)
  } catch {
    if (isStrict) throw new UnknownEncodingError()
    return new TextDecoder().decode(bytes)
  }
}
