import { createHash } from 'node:crypto'
import type { FactKind } from '../../facts/fact-kind.ts'
import { figures } from '../../facts/figures.ts'
import { factKinds } from '../../facts/kinds.ts'
import { allFiguresOf, type ChangedDay } from '../../ledger/figure-ledger.ts'
import { horizonAfter } from '../../ledger/history.ts'
import type { Account } from '../../publishers/account.ts'
import type { App } from '../../publishers/app.ts'
import type { OnProgress } from '../../sources/import-progress.ts'
import { addDays, type Day, type DaySpan, formatDay, parseDay } from '../../values/day.ts'
import { refuse } from '../refusals.ts'
import type { Services } from '../services.ts'
import { appsTable } from './apps-table.ts'
import type { ExportFolder } from './export-folder.ts'
import { type AccountManifest, fileOf, folderOf, type Manifest, monthsNoted } from './manifest.ts'
import { monthTable } from './month-table.ts'

/** The months to export, and the ledger entry to export them as of. */
export interface ExportScope {
  /** The first and the last month, as `YYYY-MM`; null for no bound. */
  readonly from: string | null
  readonly to: string | null
  /** Whether months that did not change are written too. */
  readonly force: boolean
  /** The last ledger entry of the state. */
  readonly entry: number
}

/** The files that an export wrote, kept and removed for an account. */
export interface AccountExport {
  readonly account: string
  /** Files of months that were written, kept and removed. */
  readonly written: number
  readonly kept: number
  readonly removed: number
  /** Rows in the files that were written. */
  readonly rows: number
}

/** The services and state that all accounts of an export share. */
export interface ExportContext {
  readonly services: Services
  readonly folder: ExportFolder
  /** Is changed with every file. */
  readonly manifest: Manifest
  readonly scope: ExportScope
  readonly onProgress: OnProgress
  readonly signal: AbortSignal
}

/**
 * Brings the files of an account to a state. Each is noted in the manifest once it is whole.
 *
 * @throws Refusal `export_compacted` when figures of the state are no longer stored
 */
export async function exportAccount(
  context: ExportContext,
  account: Account,
): Promise<AccountExport> {
  const { services, folder, manifest } = context
  const ever = await services.apps.everOfAccount(account.id)
  const noted = notedOf(manifest, account)
  await noteRenamed(context, account, noted, ever)
  await folder.removeDrafts(noted.folder)
  const appsByKeys = new Map(ever.map((app) => [app.key, app]))
  const done = { written: 0, kept: 0, removed: 0, rows: 0 }
  for (const kind of Object.values(factKinds)) {
    await exportMonths(context, { kind, account, noted, appsByKeys }, done)
  }
  await exportApps(context, noted, ever)
  await folder.writeManifest(manifest)
  return { account: account.username, ...done }
}

interface ExportedKind {
  readonly kind: FactKind
  readonly account: Account
  readonly noted: AccountManifest
  readonly appsByKeys: ReadonlyMap<number, App>
}

/** Brings the months of a kind of fact to a state. @param done is counted up */
async function exportMonths(
  { services, folder, manifest, scope, onProgress, signal }: ExportContext,
  { kind, account, noted, appsByKeys }: ExportedKind,
  done: { written: number; kept: number; removed: number; rows: number },
): Promise<void> {
  const { ledger } = services
  const days = await ledger.lastChangesByDay(allFiguresOf(account.id), scope.entry, kind)
  const changed = monthsOf(days)
  if (changed.size === 0 && kind !== figures) return
  const months = monthsNoted(noted, kind)
  const pathOf = (month: string) => fileOf(noted, kind, month)
  const remove = async (month: string) => {
    if (months[month]!.rows > 0) done.removed++
    await folder.remove(pathOf(month))
  }
  for (const month of Object.keys(months)) {
    if (changed.has(month) || !isWithin(month, scope)) continue
    await remove(month)
    delete months[month]
  }
  const due: string[] = []
  for (const [month, last] of changed) {
    if (!isWithin(month, scope)) continue
    const before = months[month]
    const isCurrent = before !== undefined && before.entry >= last && !scope.force
    const isThere = isCurrent && (!('bytes' in before) || (await folder.has(pathOf(month), before)))
    if (!isThere) due.push(month)
    else if (before.rows > 0) done.kept++
  }
  for (const [nth, month] of due.entries()) {
    signal.throwIfAborted()
    const of = { kind, account, appsByKeys, days: daysOf(month), entry: scope.entry }
    let rows = 0
    const onRows = (count: number) => {
      rows = count
      onProgress({ phase: 'writing', rows: done.rows + count, fraction: nth / due.length })
    }
    const table = monthTable(services.sliceFigures, of, onRows, signal)
    const written = await folder.put(pathOf(month), async (draft) => {
      await services.writeParquet(table, draft, {}, signal)
      const horizon = await services.horizons.current()
      const figures = allFiguresOf(account.id)
      if (await horizonAfter(horizon, services.ledger, figures, scope.entry)) {
        throw refuse('export_compacted', {})
      }
    })
    const { entry } = scope
    if (rows > 0) {
      done.written++
      months[month] = { rows, ...written, entry }
    } else {
      if (months[month]) await remove(month)
      else await folder.remove(pathOf(month))
      months[month] = { rows: 0, entry }
    }
    done.rows += rows
    await folder.writeManifest(manifest)
  }
}

/** The account's part of the manifest. */
function notedOf({ accounts }: Manifest, { username, currency }: Account): AccountManifest {
  const { [username]: before } = accounts
  const noted: AccountManifest = {
    ...(before ?? { folder: folderOf(username), apps_file: null, apps: {}, months: {} }),
    currency,
  }
  accounts[username] = noted
  return noted
}

/**
 * Notes that the months of renamed apps are out of date, because their files have names. This is noted
 * first: were the export killed, the next one would not find the old names any more.
 */
async function noteRenamed(
  { services, folder, manifest, scope }: ExportContext,
  account: Account,
  noted: AccountManifest,
  ever: readonly App[],
): Promise<void> {
  const renamed = ever.filter(({ appId, name, platform }) => {
    const before = noted.apps[appId]
    return before !== undefined && (before[0] !== name || before[1] !== platform)
  })
  if (renamed.length > 0) {
    const apps = renamed.map(({ key }) => key)
    const renamedOf = { account: account.id, apps }
    for (const kind of Object.values(factKinds)) {
      const days = await services.ledger.lastChangesByDay(renamedOf, scope.entry, kind)
      for (const month of monthsOf(days).keys()) {
        const months = monthsNoted(noted, kind)
        const before = months[month]
        if (before) months[month] = { ...before, entry: 0 }
      }
    }
  }
  noted.apps = Object.fromEntries(
    ever.map(({ appId, name, platform }) => [appId, [name, platform]]),
  )
  await folder.writeManifest(manifest)
}

/** Writes the file of the account's apps, if they changed. */
async function exportApps(
  { services, folder, scope, signal }: ExportContext,
  noted: AccountManifest,
  ever: readonly App[],
): Promise<void> {
  const apps = ever.filter(({ endedBy }) => endedBy === undefined)
  const apps_sha256 = createHash('sha256').update(JSON.stringify(apps)).digest('hex')
  const file = `${noted.folder}/apps.parquet`
  const before = noted.apps_file
  const isCurrent = before?.apps_sha256 === apps_sha256 && !scope.force
  if (isCurrent && (await folder.has(file, before))) return
  const written = await folder.put(file, (draft) =>
    services.writeParquet(appsTable(apps), draft, {}, signal),
  )
  noted.apps_file = { ...written, apps_sha256 }
}

const isWithin = (month: string, { from, to }: ExportScope): boolean =>
  (from === null || month >= from) && (to === null || month <= to)

/** The months of some days, each with the last entry that changed one of its days. */
function monthsOf(days: readonly ChangedDay[]): Map<string, number> {
  const months = new Map<string, number>()
  for (const { day, entry } of days) {
    const month = formatDay(day).slice(0, 7)
    months.set(month, Math.max(months.get(month) ?? 0, entry))
  }
  return months
}

const longestMonth = 31

function daysOf(month: string): DaySpan {
  const firstDay = parseDay(`${month}-01`)!
  let lastDay = addDays(firstDay, longestMonth - 1)
  while (formatDay(lastDay).slice(0, 7) !== month) lastDay = addDays(lastDay, -1) as Day
  return { firstDay, lastDay }
}
