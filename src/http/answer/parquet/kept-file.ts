import { createHash } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import type { ByteRange } from './byte-range.ts'

const pieceBytes = 262_144

/** A finished file. It can be read until the last of its users releases it, even if it is removed. */
export class KeptFile {
  readonly bytes: number
  /** A strong tag, made from the bytes: every process that writes the same file has the same tag. */
  readonly etag: string
  /** Response headers that every answer with the file has. */
  readonly headers: Readonly<Record<string, string>>
  readonly #path: string
  readonly #handle: FileHandle
  #users = 1

  private constructor(
    path: string,
    handle: FileHandle,
    facts: Pick<KeptFile, 'bytes' | 'etag' | 'headers'>,
  ) {
    this.#path = path
    this.#handle = handle
    this.bytes = facts.bytes
    this.etag = facts.etag
    this.headers = facts.headers
  }

  /** Opens a file for its first user. It is removed when it cannot be read. */
  static async open(path: string, headers: KeptFile['headers']): Promise<KeptFile> {
    const handle = await open(path)
    try {
      const { size: bytes } = await handle.stat()
      const hash = createHash('sha256')
      for await (const piece of piecesOf(handle, { first: 0, last: bytes - 1 })) hash.update(piece)
      const etag = `"${hash.digest('base64url').slice(0, 27)}"`
      return new KeptFile(path, handle, { bytes, etag, headers })
    } catch (error) {
      await handle.close()
      await rm(path, { force: true })
      throw error
    }
  }

  /** Adds a user. Not after the last one has released the file. */
  use(): this {
    this.#users++
    return this
  }

  /** Ends a use; every user calls it once. */
  async release(): Promise<void> {
    if (--this.#users === 0) await this.#handle.close()
  }

  /** Removes the file from its folder. Users can still read it. */
  async remove(): Promise<void> {
    await rm(this.#path, { force: true })
  }

  /** Reads some bytes. */
  read(range: ByteRange): AsyncGenerator<Uint8Array> {
    return piecesOf(this.#handle, range)
  }
}

async function* piecesOf(
  handle: FileHandle,
  { first, last }: ByteRange,
): AsyncGenerator<Uint8Array> {
  for (let position = first; position <= last; ) {
    const length = Math.min(pieceBytes, last + 1 - position)
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(length), 0, length, position)
    if (bytesRead === 0) throw new Error('The file is shorter than it was')
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}
