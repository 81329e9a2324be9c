/** The values of one column, as the engine sends them: little-endian. */
export type NativeColumn = Uint8Array | Uint16Array | Uint32Array | Int32Array | BigInt64Array

/** Some rows of an answer, column by column. */
export interface NativeBlock {
  readonly rowCount: number
  readonly columns: readonly NativeColumn[]
}

type ColumnMaker = (bytes: ArrayBuffer) => NativeColumn

/** The column types of answers to report plans: bytes of a value, and the array. */
const columnTypes: Readonly<Record<string, readonly [bytes: number, make: ColumnMaker]>> = {
  UInt8: [1, (bytes) => new Uint8Array(bytes)],
  Date: [2, (bytes) => new Uint16Array(bytes)],
  UInt16: [2, (bytes) => new Uint16Array(bytes)],
  UInt32: [4, (bytes) => new Uint32Array(bytes)],
  Int32: [4, (bytes) => new Int32Array(bytes)],
  Int64: [8, (bytes) => new BigInt64Array(bytes)],
}

/** Reads ClickHouse's format `Native`. Values are copied by column and not converted. */
export async function* readNativeBlocks(
  pieces: AsyncIterable<Buffer>,
): AsyncGenerator<NativeBlock> {
  let gathered: Buffer[] = []
  let bytes = 0
  /** The bytes that the next block needs at least. */
  let needed = 1
  for await (const piece of pieces) {
    gathered.push(piece)
    bytes += piece.length
    if (bytes < needed) continue
    let rest = Buffer.concat(gathered)
    for (;;) {
      const block = readBlock(rest)
      if (typeof block === 'number') {
        needed = block
        break
      }
      if (block.rowCount > 0) yield block
      rest = rest.subarray(block.byteCount)
    }
    gathered = [rest]
    bytes = rest.length
  }
  if (bytes > 0) throw new Error('The answer of ClickHouse ended in the middle of a block.')
}

/** @returns the first block; if it is incomplete, the bytes that it needs at least */
function readBlock(buffer: Buffer): (NativeBlock & { readonly byteCount: number }) | number {
  const reader = new NativeReader(buffer)
  const columnCount = reader.number()
  const rowCount = reader.number()
  const columns: NativeColumn[] = []
  for (let column = 0; column < columnCount && reader.isComplete; column++) {
    reader.text()
    const type = reader.text()
    if (!reader.isComplete) break
    const known = columnTypes[type]
    if (!known) throw new Error(`The answer of ClickHouse has a column of the type ${type}.`)
    const [size, make] = known
    const values = reader.bytes(rowCount * size)
    if (values) columns.push(make(values))
  }
  return reader.isComplete ? { rowCount, columns, byteCount: reader.position } : reader.position
}

/** Reads bytes one after another. The position may move past their end: then some are missing. */
class NativeReader {
  readonly #buffer: Buffer
  position = 0

  constructor(buffer: Buffer) {
    this.#buffer = buffer
  }

  get isComplete(): boolean {
    return this.position <= this.#buffer.length
  }

  /** A number with seven bits in each byte, lowest first. */
  number(): number {
    let value = 0
    for (let shift = 1; ; shift *= 128) {
      const byte = this.#buffer[this.position++]
      if (byte === undefined) return 0
      value += (byte & 127) * shift
      if (byte < 128) return value
    }
  }

  text(): string {
    const length = this.number()
    const start = this.position
    this.position += length
    return this.isComplete ? this.#buffer.toString('latin1', start, this.position) : ''
  }

  bytes(length: number): ArrayBuffer | null {
    const start = this.#buffer.byteOffset + this.position
    this.position += length
    if (!this.isComplete) return null
    return this.#buffer.buffer.slice(start, start + length) as ArrayBuffer
  }
}
