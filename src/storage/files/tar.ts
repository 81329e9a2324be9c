import { ByteReader } from '../../values/byte-reader.ts'
import { UnusableStoreError } from '../../values/unusable-store-error.ts'

/** A file of an archive, or of a folder. */
export interface ArchivedFile {
  readonly name: string
  readonly bytes: number
  /** Exactly so many bytes. */
  readonly content: AsyncIterable<Uint8Array>
}

const blockBytes = 512
/** Beyond, a size does not fit into eleven octal digits. */
const maxOctal = 8 ** 11

/** Writes a tar archive, which `tar` reads. A file of another size than announced is an error. */
export async function* packTar(
  files: AsyncIterable<ArchivedFile>,
  modifiedAt: Date,
): AsyncGenerator<Uint8Array> {
  for await (const { name, bytes, content } of files) {
    yield headerOf(name, bytes, modifiedAt)
    let written = 0
    for await (const piece of content) {
      written += piece.length
      if (written <= bytes) yield piece
    }
    if (written !== bytes) throw new Error(`${name} has ${written} bytes instead of ${bytes}`)
    yield Buffer.alloc(paddingOf(bytes))
  }
  yield Buffer.alloc(2 * blockBytes)
}

/**
 * Reads a tar archive of {@link packTar}. The content of each file has to be read before the next file.
 *
 * @param place the archive's name in messages
 * @throws UnusableStoreError when it is cut off, or no such archive
 */
export async function* unpackTar(
  archive: AsyncIterable<Uint8Array>,
  place: string,
): AsyncGenerator<ArchivedFile> {
  const reader = new ByteReader(archive, () => cutOff(place))
  try {
    for (;;) {
      const header = Buffer.from(await reader.bytes(blockBytes))
      if (header.every((byte) => byte === 0)) {
        // The sender of the archive may wait until it is read.
        for await (const _ of reader.rest());
        return
      }
      const { name, bytes } = parseHeader(header, place)
      yield { name, bytes, content: reader.pieces(bytes) }
      await reader.bytes(paddingOf(bytes))
    }
  } finally {
    await reader.end()
  }
}

const paddingOf = (bytes: number): number => (blockBytes - (bytes % blockBytes)) % blockBytes

function headerOf(name: string, bytes: number, modifiedAt: Date): Buffer {
  const header = Buffer.alloc(blockBytes)
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0')
  header.write(name, 0)
  header.write(octal(0o600, 7), 100)
  header.write(octal(0, 7), 108)
  header.write(octal(0, 7), 116)
  if (bytes < maxOctal) header.write(octal(bytes, 11), 124)
  else {
    header[124] = 0x80
    header.writeBigUInt64BE(BigInt(bytes), 128)
  }
  header.write(octal(Math.floor(modifiedAt.getTime() / 1_000), 11), 136)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  header.write(`${octal(checksumOf(header), 6)}\0 `, 148)
  return header
}

/** The sum of all bytes, with blanks in place of the checksum. */
function checksumOf(header: Uint8Array): number {
  return header.reduce((sum, byte, index) => sum + (index >= 148 && index < 156 ? 32 : byte), 0)
}

function parseHeader(header: Buffer, place: string): { name: string; bytes: number } {
  const text = (start: number, length: number) =>
    header.toString('latin1', start, start + length).replace(/\0.*$/s, '')
  const isOurs =
    text(257, 5) === 'ustar' &&
    text(156, 1) === '0' &&
    Number.parseInt(text(148, 8), 8) === checksumOf(header)
  const bytes =
    header[124] === 0x80
      ? Number(header.readBigUInt64BE(128))
      : Number.parseInt(text(124, 12).trim() || 'none', 8)
  if (!isOurs || !Number.isSafeInteger(bytes)) throw notOurs(place)
  return { name: text(0, 100), bytes }
}

const notOurs = (place: string) =>
  new UnusableStoreError(
    `${place} is damaged, or no archive of \`adtally backup\`. If another program packed it, unpack it and restore the folder.`,
  )

const cutOff = (place: string) =>
  new UnusableStoreError(
    `${place} is cut off: the backup was interrupted, or not all of it was copied. Restore another backup.`,
  )
