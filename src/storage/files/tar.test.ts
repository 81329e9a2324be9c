import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ArchivedFile, packTar, unpackTar } from './tar.ts'

const at = new Date('2026-03-01T00:00:00Z')

async function* given(files: readonly ArchivedFile[]) {
  yield* files
}

async function* pieces(bytes: Uint8Array, lengths: readonly number[]) {
  let start = 0
  for (const length of [...lengths, bytes.length]) {
    yield bytes.subarray(start, start + length)
    start += length
  }
}

async function bytesOf(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of source) parts.push(part)
  return Buffer.concat(parts)
}

async function unpacked(archive: AsyncIterable<Uint8Array>) {
  const files: [string, string][] = []
  for await (const { name, content } of unpackTar(archive, 'the archive')) {
    files.push([name, (await bytesOf(content)).toString('hex')])
  }
  return files
}

const contents = fc.array(fc.uint8Array({ maxLength: 1_600 }), { maxLength: 4 })
const lengths = fc.array(fc.nat(700), { maxLength: 6 })

test('what is packed is unpacked, however the bytes arrive', () =>
  fc.assert(
    fc.asyncProperty(contents, lengths, lengths, async (files, written, read) => {
      const archived = files.map((bytes, index) => ({
        name: `file-${index}`,
        bytes: bytes.length,
        content: pieces(bytes, written),
      }))
      const archive = await bytesOf(packTar(given(archived), at))
      expect(archive.length % 512).toBe(0)
      expect(await unpacked(pieces(archive, read))).toEqual(
        files.map((bytes, index) => [`file-${index}`, Buffer.from(bytes).toString('hex')]),
      )
    }),
  ))

test('an archive that is cut off anywhere is refused', () =>
  fc.assert(
    fc.asyncProperty(fc.double({ min: 0, max: 1, noNaN: true }), async (share) => {
      const file = { name: 'file', bytes: 900, content: pieces(new Uint8Array(900), []) }
      const archive = await bytesOf(packTar(given([file]), at))
      // The last block only repeats that the archive ends.
      const cut = archive.subarray(0, Math.floor(share * (archive.length - 1_024)))
      await expect(unpacked(pieces(cut, []))).rejects.toThrow('the archive is cut off')
    }),
  ))

test('a file of more than 8 GiB keeps its size', async () => {
  const bytes = 10 * 2 ** 30 + 7
  const packing = packTar(
    given([{ name: 'large', bytes, content: pieces(new Uint8Array(1), []) }]),
    at,
  )
  const { value: header } = await packing.next()
  for await (const file of unpackTar(pieces(header as Uint8Array, []), 'the archive')) {
    expect(file.bytes).toBe(bytes)
    break
  }
})

test('a file that has other bytes than it was announced with is an error', async () => {
  for (const length of [2, 4]) {
    const file = { name: 'file', bytes: 3, content: pieces(new Uint8Array(length), []) }
    await expect(bytesOf(packTar(given([file]), at))).rejects.toThrow('instead of 3')
  }
})

test('a changed header is refused', async () => {
  const file = { name: 'file', bytes: 3, content: pieces(new Uint8Array(3), []) }
  const archive = await bytesOf(packTar(given([file]), at))
  archive[0]!++
  await expect(unpacked(pieces(archive, []))).rejects.toThrow('is damaged, or no archive')
})
