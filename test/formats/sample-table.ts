import fc from 'fast-check'
import type {
  ColumnCells,
  ColumnType,
  ReportTable,
  TableBatch,
  TableColumn,
} from '../../src/reporting/report-table.ts'

/** A cell as readers return it: days since 1970, text, or a whole number of `10^-scale`. */
export type Cell = number | string | bigint | null

/** A table as plain columns. */
export interface PlainTable {
  readonly columns: readonly TableColumn[]
  /** For each column its cells, in the order of the rows. */
  readonly cells: readonly (readonly Cell[])[]
}

/**
 * The table in batches.
 *
 * @param batchSizes the rows of the batches, over and over
 */
export function reportTable(
  { columns, cells }: PlainTable,
  batchSizes: readonly number[] = [2_048],
): ReportTable {
  return { columns, batches: batchesOf(columns, cells, batchSizes) }
}

async function* batchesOf(
  columns: readonly TableColumn[],
  cells: PlainTable['cells'],
  batchSizes: readonly number[],
): AsyncGenerator<TableBatch> {
  const labels = columns.map((): string[] => [])
  const rows = cells[0]!.length
  for (let from = 0, batch = 0; from < rows; batch++) {
    const rowCount = Math.min(batchSizes[batch % batchSizes.length]!, rows - from)
    const part = cells.map((column) => column.slice(from, from + rowCount))
    yield {
      rowCount,
      cells: columns.map(({ type }, index) => toCells(type, part[index]!, labels[index]!)),
    }
    from += rowCount
  }
}

/** @param labels names of earlier batches; grows */
function toCells({ kind }: ColumnType, cells: readonly Cell[], labels: string[]): ColumnCells {
  if (kind === 'day') return { kind, days: cells as (number | null)[] }
  if (kind !== 'text') return { kind: 'number', values: cells as (bigint | null)[] }
  const codes = cells.map((cell) => {
    if (cell === null) return null
    const known = labels.indexOf(String(cell))
    return known === -1 ? labels.push(String(cell)) - 1 : known
  })
  return { kind, codes, labels }
}

const columnTypes: readonly ColumnType[] = [
  { kind: 'day' },
  { kind: 'text' },
  { kind: 'integer' },
  { kind: 'decimal', precision: 19, scale: 6 },
  { kind: 'decimal', precision: 18, scale: 6 },
  { kind: 'decimal', precision: 20, scale: 4 },
  { kind: 'decimal', precision: 38, scale: 6 },
]

/** Tables of all types, with a few columns and up to a hundred rows; most have unknown cells. */
export const anyTable = (): fc.Arbitrary<PlainTable> =>
  fc
    .tuple(fc.array(fc.constantFrom(...columnTypes), { minLength: 1, maxLength: 5 }), fc.nat(100))
    .chain(([types, rows]) =>
      fc.tuple(...types.map((type) => columnOf(type, rows))).map((cells) => ({
        columns: types.map((type, index) => ({ name: `column ${index}`, type })),
        cells,
      })),
    )

const columnOf = (type: ColumnType, rows: number): fc.Arbitrary<Cell[]> =>
  fc.array(fc.option(cellOf(type), { freq: 4 }), { minLength: rows, maxLength: rows })

function cellOf(type: ColumnType): fc.Arbitrary<Cell> {
  // Days of the years 1600 to 2500.
  if (type.kind === 'day') return fc.integer({ min: -135_140, max: 193_570 })
  if (type.kind === 'text') return fc.string({ unit: 'grapheme', maxLength: 20 })
  if (type.kind === 'integer') return around(2n ** 63n - 1n)
  return around(10n ** BigInt(type.precision) - 1n)
}

const around = (most: bigint) =>
  fc.oneof(
    fc.constantFrom(0n, 1n, -1n, most, -most),
    fc.bigInt(-1_000_000n, 1_000_000n),
    fc.bigInt(-most, most),
  )

/** Stored micros reach the limits of 64 bits. eCPM has up to 20 digits. */
export const extremes: PlainTable = {
  columns: [
    { name: 'date', type: { kind: 'day' } },
    { name: 'app_name', type: { kind: 'text' } },
    { name: 'revenue_micros', type: { kind: 'integer' } },
    { name: 'revenue', type: { kind: 'decimal', precision: 19, scale: 6 } },
    { name: 'ecpm', type: { kind: 'decimal', precision: 20, scale: 4 } },
  ],
  cells: [
    // 1969-12-31, 1970-01-01, 2026-03-01, unknown.
    [-1, 0, 20_513, null],
    ['Hop "& Run"', '', 'カンガルー', null],
    [9_223_372_036_854_775_807n, -9_223_372_036_854_775_807n, 0n, null],
    [9_223_372_036_854_775_807n, -9_223_372_036_854_775_807n, 0n, null],
    [99_999_999_999_999_999_999n, -99_999_999_999_999_999_999n, 1n, null],
  ],
}
