import type { Response } from '../fixtures/report-server.ts'
import { readArrow } from './read-arrow.ts'
import { readParquet } from './read-parquet.ts'
import type { Cell } from './sample-table.ts'

/** An answer as text, as CSV has it; null for unknown. */
export interface BinaryCells {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | null)[])[]
}

export async function arrowCells({ rawPayload }: Response): Promise<BinaryCells> {
  return toTexts(await readArrow([rawPayload]))
}

export async function parquetCells({ rawPayload }: Response): Promise<BinaryCells> {
  const { buffer, byteOffset, length } = rawPayload
  const slice = (from: number, to = length) => buffer.slice(byteOffset + from, byteOffset + to)
  return toTexts(await readParquet({ byteLength: length, slice: slice as never }))
}

function toTexts({
  columns,
  cells,
}: {
  readonly columns: readonly string[]
  readonly cells: readonly (readonly Cell[])[]
}): BinaryCells {
  const described = columns.map((column) => {
    const [name, type] = column.split(' ') as [string, string]
    const [, scale] = /^decimal[[(]\d+(?:e\+|,)(\d+)[\])]$/i.exec(type) ?? []
    return { name, isDay: /^date/i.test(type), scale: Number(scale ?? 0) }
  })
  const textOf = (cell: Cell, column: number): string | null => {
    const { isDay, scale } = described[column]!
    if (cell === null) return null
    if (isDay) return new Date(Number(cell) * 86_400_000).toISOString().slice(0, 10)
    if (typeof cell === 'string' || scale === 0) return String(cell)
    const digits = String(cell)
      .replace('-', '')
      .padStart(scale + 1, '0')
    const text = `${digits.slice(0, -scale)}.${digits.slice(-scale)}`.replace(/\.?0+$/, '')
    return Number(cell) < 0 ? `-${text}` : text
  }
  return {
    columns: described.map(({ name }) => name),
    rows: (cells[0] ?? []).map((_, row) => cells.map((column, nth) => textOf(column[row]!, nth))),
  }
}
