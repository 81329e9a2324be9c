import '../../fixtures/keep-compiled.ts'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { openInstallation } from '../../../src/compose/installation.ts'
import type { DataDirectory } from '../../../src/config/data-directory.ts'
import { isShared } from '../../../src/config/servers.ts'
import { runPlan } from '../../../src/reporting/run-report.ts'
import { deleteFigures } from '../../../src/use-cases/delete-figures.ts'
import { importFigures } from '../../../src/use-cases/import-figures.ts'
import { rotateKey } from '../../../src/use-cases/rotate-key.ts'
import { undoImport } from '../../../src/use-cases/undo-import.ts'
import { parseDay } from '../../../src/values/day.ts'
import { Refusal } from '../../../src/values/refusal.ts'
import { dieAtStatement } from './die-at-statement.ts'
import { csvLineOf, type Operation, type Outcome, type Round } from './operations.ts'

// A process that runs the operations from stdin, prints a line for each finished one, and reads
// figures all the time.
const directory = JSON.parse(process.argv[2]!) as DataDirectory
const { operations, notUndone: earlier, failpoint } = JSON.parse(await text(process.stdin)) as Round
const notUndone = [...earlier]
const installation = await openInstallation(directory, { use: 'serve' })
const { call } = installation
const folder = await mkdtemp(join(directory.root, 'given-'))
const header = 'date,app_id,network,format,country,impressions,revenue'

async function run(operation: Operation): Promise<Outcome> {
  if (operation.kind === 'rotate-key') {
    const { key } = await call(rotateKey, { username: 'studio' })
    return { kind: 'rotate-key', key }
  }
  if (operation.kind === 'undo') {
    if (notUndone.length === 0) return { kind: 'nothing' }
    const [undoes] = notUndone.splice(operation.which % notUndone.length, 1)
    const undone = await call(undoImport, { id: undoes! }).catch(unless('before_horizon'))
    if (!undone) return { kind: 'nothing' }
    return { kind: 'undo', id: undone.undo, undoes: undoes! }
  }
  if (operation.kind === 'deletion') {
    const { day } = operation
    const range = { account: 'studio', startDate: day, endDate: day }
    const deleted = await call(deleteFigures, range).catch(unless('no_figures'))
    if (!deleted) return { kind: 'nothing' }
    notUndone.push(deleted.entry!)
    return { kind: 'deletion', id: deleted.entry! }
  }
  if (operation.kind === 'compaction') {
    await compact(operation.back)
    return { kind: 'compaction' }
  }
  const path = join(folder, 'figures.csv')
  await writeFile(path, `${[header, ...operation.rows.map(csvLineOf)].join('\n')}\n`)
  const { import: id } = await call(importFigures, {}, { files: [{ name: 'figures.csv', path }] })
  notUndone.push(id)
  return { kind: 'import', id }
}

/** Passes all failures on but one refusal. */
const unless = (code: string) => (error: unknown) => {
  if (error instanceof Refusal && error.code === code) return null
  throw error
}

async function compact(back: number): Promise<void> {
  if (isShared(directory.servers)) return
  const { figures, history, horizons } = installation
  const last = await figures.states.asOf(null)
  const state = await figures.states.after(Math.max(1, last.entry - back))
  if (!state?.committedAtMs) return
  const horizon = { entry: state.entry, sinceMs: state.committedAtMs }
  await history.drop(horizon.entry, {
    begin: () => horizons.moveTo(horizon),
    onProgress: () => undefined,
    signal: new AbortController().signal,
  })
}

async function readFigures(signal: AbortSignal): Promise<void> {
  const days = { firstDay: parseDay('2026-01-01')!, lastDay: parseDay('2026-12-31')! }
  while (!signal.aborted) {
    await using report = await runPlan(
      {
        table: 'figures',
        account: 1,
        apps: null,
        days,
        filters: {},
        sorted: true,
        dimensions: ['day', 'app', 'country'],
        sums: ['impressions'],
        totals: null,
      },
      installation.figures,
      signal,
    )
    for await (const _ of report.chunks);
    // Answers from memory wait for nothing, so the operations would never have their turn.
    await setImmediate()
  }
}

if (failpoint) dieAtStatement(failpoint)
const stop = new AbortController()
const reading = readFigures(stop.signal).catch((error) => {
  if (!stop.signal.aborted) throw error
})
for (const operation of operations) {
  const outcome = await run(operation)
  process.stdout.write(`${JSON.stringify(outcome)}\n`)
}
stop.abort()
await reading
await installation.close()
