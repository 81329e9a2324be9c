import type { ReportTable, TableBatch } from '../../src/reporting/report-table.ts'

const rowsPerBatch = 2_048

/** A long table with columns of all types; `row` is the number of the row. */
export function manyRows(rows: number): ReportTable {
  return {
    columns: [
      { name: 'row', type: { kind: 'integer' } },
      { name: 'date', type: { kind: 'day' } },
      { name: 'app_name', type: { kind: 'text' } },
      { name: 'country', type: { kind: 'text' } },
      { name: 'clicks', type: { kind: 'integer' } },
      { name: 'revenue', type: { kind: 'decimal', precision: 19, scale: 6 } },
      { name: 'ecpm', type: { kind: 'decimal', precision: 20, scale: 4 } },
    ],
    batches: batchesOf(rows),
  }
}

async function* batchesOf(rows: number): AsyncGenerator<TableBatch> {
  const apps = Array.from({ length: 200 }, (_, index) => `App number ${index}`)
  const countries: string[] = []
  for (let from = 0; from < rows; from += rowsPerBatch) {
    const rowCount = Math.min(rowsPerBatch, rows - from)
    const each = <Value>(cellOf: (row: number) => Value) =>
      Array.from({ length: rowCount }, (_, index) => cellOf(from + index))
    // A store finds labels as it reads.
    if (countries.length < 250) countries.push(`Country ${countries.length}`)
    const micros = each((row) => BigInt(row % 9_973) * 1_234_567n)
    yield {
      rowCount,
      cells: [
        { kind: 'number', values: BigInt64Array.from(each((row) => BigInt(row))) },
        { kind: 'day', days: Int32Array.from(each((row) => 19_000 + Math.floor(row / 5_000))) },
        { kind: 'text', codes: Uint32Array.from(each((row) => row % apps.length)), labels: apps },
        { kind: 'text', codes: each((row) => row % countries.length), labels: countries },
        { kind: 'number', values: each((row) => (row % 7 === 0 ? null : row % 500)) },
        { kind: 'number', values: BigInt64Array.from(micros) },
        { kind: 'number', values: each((row) => (row * 37) % 1_000_000) },
      ],
    }
  }
}
