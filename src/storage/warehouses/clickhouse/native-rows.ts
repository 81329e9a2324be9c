import type { ColumnCells, TableBatch } from '../../../reporting/report-table.ts'
import { type Day, formatDay } from '../../../values/day.ts'
import type { WarehouseColumn, WarehouseType } from '../../../warehouse/tables.ts'
import { WarehouseError } from '../../../warehouse/warehouse.ts'

/** The last day of the type Date, in days since 1970-01-01. */
const lastDay = 65_535

/** The name of a type in ClickHouse. Texts repeat. */
export function clickhouseType({ type, isOptional }: Pick<WarehouseColumn, 'type' | 'isOptional'>) {
  if (type.kind === 'text') {
    return isOptional ? 'LowCardinality(Nullable(String))' : 'LowCardinality(String)'
  }
  return isOptional ? `Nullable(${plainType(type)})` : plainType(type)
}

/** The type of a value that is not null. */
export const plainType = (type: WarehouseType): string =>
  type.kind === 'decimal' ? `Decimal(${type.precision}, ${type.scale})` : plainTypes[type.kind]

const plainTypes = {
  day: 'Date',
  text: 'String',
  integer: 'Int64',
  time: "DateTime64(3, 'UTC')",
  flag: 'Bool',
} as const

/**
 * Rows in ClickHouse's format `Native`, a block for each batch: column by column, as the engine has them. Texts cannot be
 * null; times and flags are not written.
 */
export async function* nativeBlocks(
  columns: readonly WarehouseColumn[],
  batches: AsyncIterable<TableBatch>,
): AsyncGenerator<Buffer> {
  for await (const { rowCount, cells } of batches) {
    if (rowCount === 0) continue
    const pieces = [varint(columns.length), varint(rowCount)]
    for (const [place, column] of columns.entries()) {
      pieces.push(...text(column.name), ...text(clickhouseType(column)))
      pieces.push(...bytesOf(cells[place]!, column, rowCount))
    }
    yield Buffer.concat(pieces)
  }
}

function bytesOf(
  cells: ColumnCells,
  { type, isOptional }: WarehouseColumn,
  rowCount: number,
): Uint8Array[] {
  if (cells.kind === 'text') return dictionary(cells, rowCount)
  if (cells.kind === 'day') return [bytes(daysOf(cells.days as ArrayLike<number>))]
  const [values, unknown] = integers(cells.values, rowCount)
  const numbers = type.kind === 'decimal' ? widened(values) : values
  return isOptional ? [unknown, bytes(numbers)] : [bytes(numbers)]
}

/** @throws WarehouseError for a day that the type Date does not have: it would be another day */
function daysOf(days: ArrayLike<number>): Uint16Array {
  for (const day of Array.from(days)) {
    if (day >= 0 && day <= lastDay) continue
    throw new WarehouseError(
      `ClickHouse: days are from 1970 to 2149; ${formatDay(day as Day)} is not`,
    )
  }
  return Uint16Array.from(days)
}

type NumberCells = Extract<ColumnCells, { kind: 'number' }>
type TextCells = Extract<ColumnCells, { kind: 'text' }>

/** The values, and a 1 for each that is unknown. */
function integers(cells: NumberCells['values'], rowCount: number): [BigInt64Array, Uint8Array] {
  const unknown = new Uint8Array(rowCount)
  if (cells instanceof BigInt64Array) return [cells.subarray(0, rowCount), unknown]
  const values = new BigInt64Array(rowCount)
  for (let row = 0; row < rowCount; row++) {
    const value = cells[row]
    if (value == null) unknown[row] = 1
    else values[row] = BigInt(value)
  }
  return [values, unknown]
}

/** Numbers of 64 bits in 128: decimals of 19 digits have as many. */
function widened(values: BigInt64Array): Int32Array {
  const halves = new Int32Array(values.buffer, values.byteOffset, 2 * values.length)
  const wide = new Int32Array(2 * halves.length)
  for (let from = 0, to = 0; from < halves.length; from += 2, to += 4) {
    const high = halves[from + 1]!
    wide[to] = halves[from]!
    wide[to + 1] = high
    wide[to + 2] = high >> 31
    wide[to + 3] = high >> 31
  }
  return wide
}

/** Has its own keys, and renews the dictionary. */
const dictionaryFlags = 0x600n

/** Each text of a block once, and its place for each row. */
function dictionary({ codes, labels }: TextCells, rowCount: number): Uint8Array[] {
  const places = new Int32Array(labels.length).fill(-1)
  const keys: Uint8Array[] = []
  let count = 0
  const wide = new Uint32Array(rowCount)
  for (let row = 0; row < rowCount; row++) {
    const code = codes[row]!
    let place = places[code]!
    if (place < 0) {
      place = count++
      places[code] = place
      keys.push(...text(labels[code]!))
    }
    wide[row] = place
  }
  const [indexes, width] = narrowed(wide, count)
  return [
    bytes(BigInt64Array.of(1n, dictionaryFlags | width, BigInt(count))),
    // A block may have more keys than a call takes arguments.
    Buffer.concat(keys),
    bytes(BigInt64Array.of(BigInt(rowCount))),
    bytes(indexes),
  ]
}

function narrowed(places: Uint32Array, count: number) {
  if (count <= 0x100) return [new Uint8Array(places), 0n] as const
  if (count <= 0x10000) return [new Uint16Array(places), 1n] as const
  return [places, 2n] as const
}

const bytes = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array =>
  new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength)

function text(value: string): [Uint8Array, Uint8Array] {
  const encoded = Buffer.from(value)
  return [varint(encoded.length), encoded]
}

/** A number with seven bits in each byte, lowest first. */
function varint(value: number): Uint8Array {
  const found: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Uint8Array.of(...found, rest)
    found.push((rest % 128) | 128)
  }
}
