import { openPostgres } from '../../../src/records/database.ts'

// A process that takes the writer lock of figures, prints a line, and keeps the lock.
const [url, options] = process.argv.slice(2)
const database = await openPostgres(url!, JSON.parse(options!))
await database.withWriterLock({ wait: true }, () => {
  console.log('taken')
  return new Promise(() => setInterval(() => undefined, 1_000))
})
