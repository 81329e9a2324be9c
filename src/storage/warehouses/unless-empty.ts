import type { TableBatch } from '../../reporting/report-table.ts'

/** The same batches; null where there are none, as most steps have rows of one kind of fact. */
export async function unlessEmpty(
  batches: AsyncIterable<TableBatch>,
): Promise<AsyncIterable<TableBatch> | null> {
  const all = batches[Symbol.asyncIterator]()
  const first = await all.next()
  if (first.done) return null
  return (async function* () {
    try {
      yield first.value
      yield* { [Symbol.asyncIterator]: () => all }
    } finally {
      await all.return?.()
    }
  })()
}
