import { type Field, RecordBatchReader, Type } from 'apache-arrow'
import type { Cell } from './sample-table.ts'

export interface ReadArrow {
  /** Names and types, such as `revenue Decimal[19e+6]`. */
  readonly columns: readonly string[]
  readonly metadata: Readonly<Record<string, string>>
  readonly batchSizes: readonly number[]
  readonly cells: readonly (readonly Cell[])[]
}

/** Reads a stream with decimals as whole numbers, and dates as days. */
export async function readArrow(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<ReadArrow> {
  const reader = await RecordBatchReader.from(pieces as AsyncIterable<Uint8Array>)
  await reader.open({ autoDestroy: false })
  const { fields, metadata } = reader.schema
  const cells = fields.map((): Cell[] => [])
  const batchSizes: number[] = []
  for await (const batch of reader) {
    batchSizes.push(batch.numRows)
    for (const [index, field] of fields.entries()) {
      const data = batch.getChildAt(index)!.data[0]!
      for (let row = 0; row < batch.numRows; row++) {
        cells[index]!.push(data.getValid(row) ? cellOf(field, data, row) : null)
      }
    }
  }
  return {
    columns: fields.map(
      ({ name, type, nullable }) => `${name} ${type}${nullable ? '' : ' NOT NULL'}`,
    ),
    metadata: Object.fromEntries(metadata),
    batchSizes,
    cells,
  }
}

/** From the buffers, because the package makes floats and times of some types. */
function cellOf(
  { typeId }: Field,
  data: { readonly values: unknown; readonly valueOffsets?: Int32Array },
  row: number,
): Cell {
  if (typeId === Type.Utf8) {
    const [from, to] = [data.valueOffsets![row]!, data.valueOffsets![row + 1]!]
    return new TextDecoder().decode((data.values as Uint8Array).subarray(from, to))
  }
  if (typeId !== Type.Decimal) return (data.values as ArrayLike<number | bigint>)[row]!
  const words = (data.values as Uint32Array).subarray(4 * row, 4 * row + 4)
  const bits = words.reduceRight((sum, word) => (sum << 32n) | BigInt(word), 0n)
  return BigInt.asIntN(128, bits)
}
