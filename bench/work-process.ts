// A process that works with the stores of one checkout: node work-process.ts CHECKOUT. Tasks come as messages.
import '../src/tune-process.ts'
import { rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Call } from '../src/use-cases/use-case.ts'
import { serveParent } from './child.ts'
import { type Cost, costOf } from './cost.ts'
import { appIdOf, appsCsv, key, months, password, username } from './figures-shape.ts'
import { writeFigures } from './write-figures.ts'

/** A task and what it is given. */
export type WorkOf<Task extends keyof WorkResults> = {
  readonly task: Task
  /** The data directory. */
  readonly root: string
  readonly appCount: number
} & (Task extends 'import' ? { readonly path: string } : unknown)

export interface WorkResults {
  /** Fills an empty directory with a year of figures. */
  readonly fill: null
  /** Imports a file into an empty directory. */
  readonly import: Cost & { readonly peakBytes: number }
  /** Imports ten rows again and again. */
  readonly few: readonly Cost[]
}

/** Imports of ten rows that are timed, after those that warm the process up. */
const fewImports = 30
const warmUps = 10

const checkout = process.argv[2]!
const load = <Module>(path: string): Promise<Module> => import(join(checkout, 'src', path))

const { openInstallation } =
  await load<typeof import('../src/compose/installation.ts')>('compose/installation.ts')
const { readDataDirectory } = await load<typeof import('../src/config/data-directory.ts')>(
  'config/data-directory.ts',
)
const { createAccount } = await load<typeof import('../src/use-cases/create-account.ts')>(
  'use-cases/create-account.ts',
)
const { importApps } = await load<typeof import('../src/use-cases/import-apps.ts')>(
  'use-cases/import-apps.ts',
)
const { importFigures } = await load<typeof import('../src/use-cases/import-figures.ts')>(
  'use-cases/import-figures.ts',
)
const { setPassword } = await load<typeof import('../src/use-cases/set-password.ts')>(
  'use-cases/set-password.ts',
)

type AnyWork = WorkOf<keyof WorkResults> & { readonly path: string }

async function run(work: AnyWork): Promise<WorkResults[keyof WorkResults]> {
  const { root, appCount } = work
  const directory = readDataDirectory(root, '', { env: process.env, cwd: process.cwd() })
  const installation = await openInstallation(directory, { use: 'serve' })
  const { call } = installation
  try {
    await call(createAccount, { username, key })
    await call(setPassword, { username, password })
    const apps = join(root, 'apps.csv')
    writeFileSync(apps, appsCsv(appCount))
    await call(importApps, {}, { files: [{ name: 'apps.csv', path: apps }] })
    return await importInto(work, call)
  } finally {
    await installation.close()
  }
}

async function importInto(
  { task, root, appCount, path }: AnyWork,
  call: Call,
): Promise<WorkResults[keyof WorkResults]> {
  if (task === 'few') return importFew(join(root, 'few.csv'), call)
  if (task === 'import') {
    const cost = await importFile(path, call)
    return { ...cost, peakBytes: process.resourceUsage().maxRSS * 1_024 }
  }
  const month = join(root, 'month.parquet')
  for (const { from, days } of months) {
    await writeFigures(month, appCount, from, days)
    await importFile(month, call)
  }
  rmSync(month)
  return null
}

async function importFew(path: string, call: Call): Promise<Cost[]> {
  const costs: Cost[] = []
  for (let nth = 0; nth < warmUps + fewImports; nth++) {
    const rows = Array.from(
      { length: 10 },
      (_, row) => `2026-02-0${1 + (nth % 9)},${appIdOf(0)},net_${row},banner,US,${nth},1.5\n`,
    )
    const head = 'date,app_id,network,format,country,impressions,revenue\n'
    writeFileSync(path, head + rows.join(''))
    costs.push(await importFile(path, call))
  }
  return costs.slice(warmUps)
}

function importFile(path: string, call: Call): Promise<Cost> {
  return costOf(() => call(importFigures, {}, { files: [{ name: basename(path), path }] }))
}

serveParent(run)
