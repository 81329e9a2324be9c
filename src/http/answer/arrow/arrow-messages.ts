import type { ColumnType, TableColumn } from '../../../reporting/report-table.ts'
import { encodeFlatbuffer, type FlatbufferField, int8, int16, int32, int64 } from './flatbuffer.ts'

/** The buffers of a column in some rows. */
export interface ColumnBuffers {
  readonly nullCount: number
  readonly buffers: readonly Uint8Array[]
}

// Numbers of Schema.fbs and Message.fbs of the Arrow format.
const version5 = int16(4)
const schemaHeader = int8(1)
const recordBatchHeader = int8(3)
const typeIds = { integer: 2, text: 5, decimal: 7, day: 8 } as const
const isTrue = int8(1)

/** The first message of a stream: names and types of the columns, and the metadata. */
export function schemaMessage(
  columns: readonly TableColumn[],
  metadata: Readonly<Record<string, string>>,
): Uint8Array {
  const pairs = Object.entries(metadata).map(([key, value]) => ({
    table: [{ text: key }, { text: value }],
  }))
  const schema = { table: [null, { tables: columns.map(fieldOf) }, { tables: pairs }] }
  return message(schemaHeader, schema, [])
}

const fieldOf = ({ name, type }: TableColumn) => ({
  table: [
    { text: name },
    isTrue,
    int8(typeIds[type.kind]),
    { table: typeFields(type) },
    null,
    { tables: [] },
  ],
})

function typeFields(type: ColumnType): FlatbufferField[] {
  if (type.kind === 'integer') return [int32(64), isTrue]
  if (type.kind === 'decimal') return [int32(type.precision), int32(type.scale), int32(128)]
  // Date32. Without a unit, dates are in milliseconds.
  return type.kind === 'day' ? [int16(0)] : []
}

/** A message with some rows. */
export function recordBatchMessage(
  rowCount: number,
  columns: readonly ColumnBuffers[],
): Uint8Array {
  const nodes = columns.map(({ nullCount }) => [rowCount, nullCount])
  const buffers = columns.flatMap((column) => column.buffers)
  let offset = 0
  const places = buffers.map(({ length }) => {
    const place = [offset, length]
    offset += padded(length)
    return place
  })
  const batch = { table: [int64(rowCount), { structs: nodes }, { structs: places }] }
  return message(recordBatchHeader, batch, buffers)
}

/** Tells that the stream is complete. */
export const endOfStream = Uint8Array.of(255, 255, 255, 255, 0, 0, 0, 0)

function message(
  headerType: FlatbufferField,
  header: { readonly table: readonly FlatbufferField[] },
  body: readonly Uint8Array[],
): Uint8Array {
  const bodyBytes = body.reduce((sum, { length }) => sum + padded(length), 0)
  const metadata = encodeFlatbuffer({ table: [version5, headerType, header, int64(bodyBytes)] })
  const whole = new Uint8Array(8 + metadata.length + bodyBytes)
  const prefix = new DataView(whole.buffer)
  prefix.setInt32(0, -1, true)
  prefix.setInt32(4, metadata.length, true)
  whole.set(metadata, 8)
  let at = 8 + metadata.length
  for (const buffer of body) {
    whole.set(buffer, at)
    at += padded(buffer.length)
  }
  return whole
}

const padded = (bytes: number): number => Math.ceil(bytes / 8) * 8
