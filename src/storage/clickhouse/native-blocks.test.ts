import { expect, test } from 'vitest'
import { type NativeBlock, readNativeBlocks } from './native-blocks.ts'

/** A column as the engine writes it: its name, its type, its values. */
const column = (name: string, type: string, values: Uint8Array) =>
  Buffer.concat([
    ...[name, type].map((text) => Buffer.from([text.length, ...Buffer.from(text)])),
    values,
  ])
const bytesOf = (values: ArrayBufferView) =>
  new Uint8Array(values.buffer, values.byteOffset, values.byteLength)

const header = Buffer.concat([
  Buffer.from([2, 0]),
  column('network', 'UInt16', new Uint8Array()),
  column('sum', 'Int64', new Uint8Array()),
])
const rowCount = 300
const networks = Uint16Array.from({ length: rowCount }, (_, row) => row * 7)
const sums = BigInt64Array.from({ length: rowCount }, (_, row) => 2n ** 62n - BigInt(row))
// 300 in groups of seven bits: 44 with more to come, and twice 128.
const block = Buffer.concat([
  Buffer.from([2, 172, 2]),
  column('network', 'UInt16', bytesOf(networks)),
  column('sum', 'Int64', bytesOf(sums)),
])

async function read(bytes: Buffer, pieceLength: number): Promise<NativeBlock[]> {
  const pieces = async function* () {
    for (let start = 0; start < bytes.length; start += pieceLength) {
      yield bytes.subarray(start, start + pieceLength)
    }
  }
  return Array.fromAsync(readNativeBlocks(pieces()))
}

test.each([1, 2, 3, 7, 100, 4_096, 1_000_000])(
  'blocks are read from pieces of %i bytes, those without rows left out',
  async (pieceLength) => {
    const blocks = await read(Buffer.concat([header, block, block]), pieceLength)
    expect(blocks.map(({ rowCount: rows }) => rows)).toEqual([rowCount, rowCount])
    for (const { columns } of blocks) expect(columns).toEqual([networks, sums])
  },
)

test('an answer without rows has no blocks', async () => {
  expect(await read(header, 5)).toEqual([])
  expect(await read(Buffer.alloc(0), 5)).toEqual([])
})

test('an answer that ends in the middle of a block is an error', async () => {
  await expect(read(block.subarray(0, -1), 64)).rejects.toThrow('in the middle of a block')
})

test('a column of another type is an error', async () => {
  const text = Buffer.concat([Buffer.from([1, 1]), column('name', 'String', new Uint8Array([0]))])
  await expect(read(text, 64)).rejects.toThrow('a column of the type String')
})
