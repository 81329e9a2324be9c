// Imports details into a data directory and asks for them: node details-process.ts ROOT APPS. Tasks come as messages.
import '../src/tune-process.ts'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openInstallation } from '../src/compose/installation.ts'
import { readDataDirectory } from '../src/config/data-directory.ts'
import { collectGroups, runReport } from '../src/reporting/run-report.ts'
import { createAccount } from '../src/use-cases/create-account.ts'
import { importApps } from '../src/use-cases/import-apps.ts'
import { importFigures } from '../src/use-cases/import-figures.ts'
import type { DaySpan } from '../src/values/day.ts'
import { serveParent } from './child.ts'
import { type Cost, costOf } from './cost.ts'
import { appsCsv, key, username } from './figures-shape.ts'

/** Imports a file, or asks for the month of some apps by rung. */
export type DetailsWork =
  | { readonly task: 'import'; readonly path: string }
  | { readonly task: 'ask'; readonly days: DaySpan; readonly apps: number }

export interface DetailsImport extends Cost {
  readonly peakBytes: number
}

const [root, appCount] = process.argv.slice(2)
const directory = readDataDirectory(root!, '', { env: process.env, cwd: process.cwd() })
const { call, accounts, apps, figures } = await openInstallation(directory, { use: 'serve' })
await call(createAccount, { username, key })
const list = join(root!, 'apps.csv')
writeFileSync(list, appsCsv(Number(appCount)))
await call(importApps, {}, { files: [{ name: 'apps.csv', path: list }] })

async function importDetails(path: string): Promise<DetailsImport> {
  const cost = await costOf(() => call(importFigures, {}, { files: [{ name: 'day.csv', path }] }))
  return { ...cost, peakBytes: process.resourceUsage().maxRSS * 1_024 }
}

/** The time of the first question of each app, in milliseconds. */
async function ask(days: DaySpan, count: number): Promise<number[]> {
  const { id } = await accounts.get(username)
  const found = await apps.ofAccount(id)
  const asksMs: number[] = []
  for (const app of found.slice(0, count)) {
    const request = {
      account: id,
      apps: [app.key],
      days,
      filters: {},
      dimensions: ['rung'],
      metrics: ['impressions', 'revenue', 'attempts', 'rungFillRate', 'showRate'],
      sorted: true,
      totals: null,
    } as const
    const { ms } = await costOf(async () => {
      await using rows = await runReport(request, figures, new AbortController().signal)
      await collectGroups(rows)
    })
    asksMs.push(ms)
  }
  return asksMs
}

serveParent((work: DetailsWork) =>
  work.task === 'import' ? importDetails(work.path) : ask(work.days, work.apps),
)
