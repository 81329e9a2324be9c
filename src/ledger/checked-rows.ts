import type { LastChange } from './figure-ledger.ts'
import type { FigureRows, RowSelection, SliceFigures } from './slice-figures.ts'

/** Rows from `start` to before `end`, all of one slice. The next ones may be of the same slice. */
export interface SliceRows {
  readonly slice: LastChange
  readonly rows: FigureRows
  readonly start: number
  readonly end: number
}

/**
 * Reads the rows of slices, and checks that they add up to the totals in the ledger.
 *
 * @param changes the last changes of the selected slices; those that no longer exist have no rows
 * @param onRead called with the number of rows when all of them were read
 * @returns some consecutive rows at once
 * @throws when rows that belong to the state are gone, because the account is being deleted
 */
export async function* checkedRows(
  sliceFigures: SliceFigures,
  selection: RowSelection & Required<Pick<RowSelection, 'kind'>>,
  changes: readonly LastChange[],
  { onRead, signal }: { readonly onRead: (rows: number) => void; readonly signal: AbortSignal },
): AsyncGenerator<readonly SliceRows[], void, void> {
  const { kind } = selection
  const expected = new ExpectedSlices(kind.mainNumbers, changes)
  let read = 0
  for await (const rows of sliceFigures.read(selection, signal)) {
    read += rows.rowCount
    const labels = rows.codes[kind.sliceLabel]!
    const words = kind.mainNumbers.map((column) => wordsOf(rows.sums[column]!))
    const found: SliceRows[] = []
    for (let start = 0; start < rows.rowCount; ) {
      const slice = expected.begin(rows.day[start]!, rows.app[start]!, labels[start]!)
      let end = start + 1
      while (end < rows.rowCount && isSame(rows, labels, start, end)) end++
      expected.add(words, start, end)
      found.push({ slice, rows, start, end })
      start = end
    }
    yield found
  }
  expected.finish()
  onRead(read)
}

const isSame = ({ day, app }: FigureRows, labels: ArrayLike<number>, one: number, other: number) =>
  day[one] === day[other] && app[one] === app[other] && labels[one] === labels[other]

/** The slices whose rows were not read yet, and the sums of the one that is read now. */
class ExpectedSlices {
  readonly #columns: readonly string[]
  readonly #slices = new Map<string, LastChange>()
  readonly #sums: bigint[]
  #current = ''

  constructor(columns: readonly string[], changes: readonly LastChange[]) {
    this.#columns = columns
    this.#sums = columns.map(() => 0n)
    for (const slice of changes) {
      const { day, app, networkCode } = slice.position
      if (slice.totals) this.#slices.set(keyOf(day, app, networkCode), slice)
    }
  }

  /** The slice of a row, which may be the same as that of the row before. */
  begin(day: number, app: number, networkCode: number): LastChange {
    const key = keyOf(day, app, networkCode)
    if (key !== this.#current) this.#end()
    this.#current = key
    const slice = this.#slices.get(key)
    if (!slice) throw torn(key)
    return slice
  }

  add(columns: readonly Int32Array[], start: number, end: number): void {
    for (const [place, words] of columns.entries()) {
      this.#sums[place] = this.#sums[place]! + sumOf(words, start, end)
    }
  }

  finish(): void {
    this.#end()
    for (const missing of this.#slices.keys()) throw torn(missing)
  }

  #end(): void {
    const totals = this.#slices.get(this.#current)?.totals
    for (const [place, column] of this.#columns.entries()) {
      if (BigInt(totals?.[column] ?? 0) !== this.#sums[place]) throw torn(this.#current)
    }
    this.#slices.delete(this.#current)
    this.#sums.fill(0n)
  }
}

const wordValues = 2n ** 32n

const wordsOf = ({ buffer, byteOffset, length }: BigInt64Array) =>
  new Int32Array(buffer, byteOffset, 2 * length)

/** Adds up at most a million integers by their words: to make a bigint of each takes longer. */
function sumOf(words: Int32Array, start: number, end: number): bigint {
  let [low, high] = [0, 0]
  for (let place = 2 * start; place < 2 * end; place += 2) {
    low += words[place]! >>> 0
    high += words[place + 1]!
  }
  return BigInt(high) * wordValues + BigInt(low)
}

const keyOf = (day: number, app: number, network: number): string => `${day} ${app} ${network}`

const torn = (slice: string): Error =>
  new Error(`The rows of the slice ${slice} are not those of its last change.`)
