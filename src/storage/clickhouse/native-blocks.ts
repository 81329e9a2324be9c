/** The values of one column, as the engine sends them: little-endian, one behind the other. */
export type NativeColumn = Uint16Array | Uint32Array | BigInt64Array

/** Some rows of an answer, column by column. */
export interface NativeBlock {
  readonly rowCount: number
  readonly columns: readonly NativeColumn[]
}

type ColumnMaker = (bytes: ArrayBuffer) => NativeColumn

/** The types that answers to report plans have: bytes of a value, and the array of them. */
const columnTypes: Readonly<Record<string, readonly [bytes: number, make: ColumnMaker]>> = {
  Date: [2, (bytes) => new Uint16Array(bytes)],
  UInt16: [2, (bytes) => new Uint16Array(bytes)],
  UInt32: [4, (bytes) => new Uint32Array(bytes)],
  Int64: [8, (bytes) => new BigInt64Array(bytes)],
}

/** Reads ClickHouse's format `Native`: a value is copied with its column, and never looked at. */
export async function* readBlocks(pieces: AsyncIterable<Buffer>): AsyncGenerator<NativeBlock> {
  let gathered: Buffer[] = []
  let bytes = 0
  /** How many bytes are needed before the next block can be whole. */
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
  if (bytes > 0) throw new Error('The answer of the figures ended in the midst of a block.')
}

/** @returns the first block; while it is not whole, how many bytes it has at least */
function readBlock(buffer: Buffer): (NativeBlock & { readonly byteCount: number }) | number {
  const reader = new NativeReader(buffer)
  const columnCount = reader.number()
  const rowCount = reader.number()
  const columns: NativeColumn[] = []
  for (let column = 0; column < columnCount && reader.isWhole; column++) {
    reader.text()
    const type = reader.text()
    if (!reader.isWhole) break
    const known = columnTypes[type]
    if (!known) throw new Error(`The figures answered with a column of the type ${type}.`)
    const [size, make] = known
    const values = reader.bytes(rowCount * size)
    if (values) columns.push(make(values))
  }
  return reader.isWhole ? { rowCount, columns, byteCount: reader.position } : reader.position
}

/** Walks through bytes; once they do not suffice, the position is where they would have to end. */
class NativeReader {
  readonly #buffer: Buffer
  position = 0

  constructor(buffer: Buffer) {
    this.#buffer = buffer
  }

  get isWhole(): boolean {
    return this.position <= this.#buffer.length
  }

  /** A number of seven bits to the byte, the lowest first. */
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
    return this.isWhole ? this.#buffer.toString('latin1', start, this.position) : ''
  }

  bytes(length: number): ArrayBuffer | null {
    const start = this.#buffer.byteOffset + this.position
    this.position += length
    if (!this.isWhole) return null
    return this.#buffer.buffer.slice(start, start + length) as ArrayBuffer
  }
}
