import type { ComparedColumns, DimensionColumn, ReportChunk } from './report-store.ts'

/** A chunk in parts of some rows, whose columns are views on its own. */
export function* splitChunk(chunk: ReportChunk, maxRows: number): Generator<ReportChunk> {
  if (chunk.rowCount <= maxRows) {
    yield chunk
    return
  }
  for (let start = 0; start < chunk.rowCount; start += maxRows) {
    yield partOf(chunk, start, Math.min(start + maxRows, chunk.rowCount))
  }
}

function partOf(chunk: ReportChunk, start: number, end: number): ReportChunk {
  const { dimensions, sums, statuses, compared, comparable } = chunk
  const cut = <Column extends ArrayLike<number | bigint>>(column: Column): Column => {
    if (Array.isArray(column)) return column.slice(start, end) as unknown as Column
    return (column as unknown as Float64Array).subarray(start, end) as unknown as Column
  }
  const cutAll = (columns: ReportChunk['sums']): ReportChunk['sums'] =>
    Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, cut(column)]))
  const cutCompared = (columns: ComparedColumns): ComparedColumns => ({
    sums: cutAll(columns.sums),
    statuses: cut(columns.statuses),
  })
  const codes = Object.entries<DimensionColumn>(dimensions).map(([name, column]) => [
    name,
    { ...column, codes: cut(column.codes) },
  ])
  return {
    rowCount: end - start,
    dimensions: Object.fromEntries(codes) as ReportChunk['dimensions'],
    sums: cutAll(sums),
    ...(statuses && { statuses: cut(statuses) }),
    ...(compared && { compared: cutCompared(compared) }),
    ...(comparable && { comparable: cutCompared(comparable) }),
  }
}
