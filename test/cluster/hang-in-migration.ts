import { type MigrationProgress, migrateStore } from '../../src/compose/migration.ts'

// A process of its own that migrates, says when it has come to a point, and goes no further.
const [source, servers, stop] = process.argv.slice(2).map((text) => JSON.parse(text))

const isThere = (progress: MigrationProgress) =>
  Object.entries(stop).every(([name, value]) => progress[name as keyof typeof progress] === value)

await migrateStore(source, servers, {
  rowsPerBatch: 40,
  onProgress: (progress) => {
    if (!isThere(progress)) return
    // Written at once, before everything stands still.
    process.stdout.write('hanging\n')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  },
})
