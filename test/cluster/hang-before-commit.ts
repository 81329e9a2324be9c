import '../fixtures/keep-compiled.ts'
import type { ClickhouseOptions } from '../../src/storage/clickhouse/clickhouse-options.ts'
import { put } from '../contracts/stored-figures.ts'
import { dayOfSeven } from './journal-figures.ts'
import { openJournal } from './open-journal.ts'

// A process that imports figures, prints a line when all of them are shipped, and never commits.
const [clickhouse, relational] = process.argv.slice(2)
const { slices } = await openJournal(JSON.parse(clickhouse!) as ClickhouseOptions, {
  relational: relational!,
  beforeCommit: () => {
    console.log('shipped')
    return new Promise(() => setInterval(() => undefined, 1_000))
  },
})
await put(slices, dayOfSeven)
