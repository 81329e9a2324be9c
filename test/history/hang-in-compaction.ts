import '../fixtures/keep-compiled.ts'
import { openInstallation } from '../../src/compose/installation.ts'
import { dataDirectory } from '../../src/config/data-directory.ts'
import { DuckdbDatabase } from '../../src/storage/duckdb/database.ts'
import { DuckdbHistoryStore } from '../../src/storage/duckdb/duckdb-history-store.ts'

// A process that drops history in many parts, and hangs in one of them before it is committed.
const [root, entry, sinceMs, hangsIn] = process.argv.slice(2) as [string, string, string, string]

let opened: DuckdbDatabase | null = null
const { open } = DuckdbDatabase
DuckdbDatabase.open = async (options) => {
  opened = await open.call(DuckdbDatabase, options)
  return opened
}
const { horizons } = await openInstallation(dataDirectory(root), { use: 'command' })

let parts = 0
const { transaction } = DuckdbDatabase.prototype
DuckdbDatabase.prototype.transaction = function (connection, work) {
  return transaction.call(this, connection, async () => {
    await work()
    parts += 1
    if (parts < Number(hangsIn)) return
    // Written synchronously, because the process then hangs.
    process.stdout.write('hanging\n')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  })
}
await new DuckdbHistoryStore(opened!, 1).drop(Number(entry), {
  begin: () => horizons.moveTo({ entry: Number(entry), sinceMs: Number(sinceMs) }),
  onProgress: () => undefined,
  signal: new AbortController().signal,
})
