import type { ReportTable } from '../../../reporting/report-table.ts'
import { Turns } from '../../../values/turns.ts'
import { endOfStream, recordBatchMessage, schemaMessage } from './arrow-messages.ts'
import { columnWriter } from './column-writer.ts'

export const arrowMediaType = 'application/vnd.apache.arrow.stream'

/** Readers work batch by batch, so short batches cost them time and long ones cost us memory. */
const maxRows = 16_384

/**
 * Writes an answer as a stream of the Arrow format: days as Date32, text as Utf8, integers as Int64 and
 * decimals as Decimal128, all of them nullable. The rows of the first batch are sent at once, later ones
 * in batches that grow to {@link maxRows}.
 *
 * @param metadata key-value pairs of the schema
 * @throws RangeError when a number does not fit its column
 */
export async function* writeArrow(
  { columns, batches }: ReportTable,
  metadata: Readonly<Record<string, string>>,
): AsyncGenerator<Uint8Array> {
  const writers = columns.map(({ type }) => columnWriter(type, maxRows))
  const turns = new Turns()
  let rows = 0
  const takeBatch = () => {
    const taken = recordBatchMessage(
      rows,
      writers.map((writer) => writer.buffers(rows)),
    )
    for (const writer of writers) writer.clear()
    rows = 0
    return taken
  }
  let wantedRows = 1
  yield schemaMessage(columns, metadata)
  for await (const { rowCount, cells } of batches) {
    for (let from = 0; from < rowCount; ) {
      const count = Math.min(rowCount - from, maxRows - rows)
      for (const [index, writer] of writers.entries()) {
        writer.write(cells[index]!, { from, count }, rows)
      }
      rows += count
      from += count
      await turns.spend(count)
      if (rows < wantedRows) continue
      wantedRows = Math.min(2 * rows, maxRows)
      yield takeBatch()
    }
  }
  if (rows > 0) yield takeBatch()
  yield endOfStream
}
