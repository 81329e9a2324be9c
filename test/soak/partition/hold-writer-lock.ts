import { openPostgres } from '../../../src/storage/relational/database.ts'

// A process of its own that takes the turn of those who write figures, says so, and keeps it.
const [url, options] = process.argv.slice(2)
const database = await openPostgres(url!, JSON.parse(options!))
await database.withWriterLock({ wait: true }, () => {
  console.log('taken')
  return new Promise(() => setInterval(() => undefined, 1_000))
})
