import {
  type AsyncBuffer,
  asyncBufferFromFile,
  parquetMetadataAsync,
  parquetReadObjects,
  type SchemaElement,
} from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import type { Cell } from './sample-table.ts'

export interface ReadParquet {
  /** Names and types as the file has them, such as `revenue DECIMAL(19,6)`. */
  readonly columns: readonly string[]
  readonly metadata: Readonly<Record<string, string>>
  /** The values of the requested columns. */
  readonly cells: readonly (readonly Cell[])[]
}

/** Reads a file with decimals as whole numbers, because the package makes floats of them. */
export async function readParquet(
  source: string | AsyncBuffer,
  only?: readonly string[],
): Promise<ReadParquet> {
  const file = typeof source === 'string' ? await asyncBufferFromFile(source) : source
  const metadata = await parquetMetadataAsync(file, { initialFetchSize: 16_384 })
  const elements = metadata.schema.slice(1)
  const columns = elements.map(describe)
  const scaled = elements.map(({ converted_type }) => converted_type === 'DECIMAL')
  for (const element of elements) {
    if (element.converted_type !== 'DECIMAL') continue
    delete element.converted_type
    delete element.logical_type
  }
  const names = elements.map(({ name }) => name)
  const read = names.filter((name) => only?.includes(name) ?? true)
  const parsers = { dateFromDays: (days: number) => days }
  const rows = await parquetReadObjects({
    file,
    metadata,
    compressors,
    columns: read,
    parsers: parsers as never,
  })
  return {
    columns,
    metadata: Object.fromEntries(
      (metadata.key_value_metadata ?? []).map(({ key, value }) => [key, value ?? '']),
    ),
    cells: read.map((name) =>
      rows.map((row) => {
        const value = row[name] ?? null
        return scaled[names.indexOf(name)] && value instanceof Uint8Array ? toBig(value) : value
      }),
    ),
  }
}

function describe({
  name,
  type,
  converted_type,
  precision,
  scale,
  repetition_type,
}: SchemaElement) {
  const kind = converted_type === 'DECIMAL' ? `DECIMAL(${precision},${scale})` : converted_type
  return `${name} ${kind ?? type}${repetition_type === 'OPTIONAL' ? '' : ' NOT NULL'}`
}

/** Big-endian two's complement. */
const toBig = (bytes: Uint8Array): bigint =>
  BigInt.asIntN(8 * bytes.length, BigInt(`0x${Buffer.from(bytes).toString('hex')}`))
