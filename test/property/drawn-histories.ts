import fc from 'fast-check'
import { expect } from 'vitest'
import type { FactKind } from '../../src/facts/fact-kind.ts'
import { type FactName, factKinds, type OtherFactName } from '../../src/facts/kinds.ts'
import { createAccount } from '../../src/use-cases/create-account.ts'
import { deleteFigures } from '../../src/use-cases/delete-figures.ts'
import { deleteApp, mergeApps } from '../../src/use-cases/end-app.ts'
import { undoImport } from '../../src/use-cases/undo-import.ts'
import { addDays, formatDay, parseDay } from '../../src/values/day.ts'
import { Refusal } from '../../src/values/refusal.ts'
import { commitMade } from '../fixtures/commit-made.ts'
import type { ImportSite } from '../import/import-site.ts'
import { batchOf, batchSize } from './batches.ts'

const apps = ['one', 'two', 'three'] as const
const days = [28, 29, 30, 31, 32, 33, 34, 35].map((day) =>
  formatDay(addDays(parseDay('2026-01-01')!, day)),
)
const figureColumns =
  'date,app_id,network,format,country,ad_tag,impressions,clicks,installs,requests,matched_requests,revenue'

interface Row {
  readonly day: string
  readonly app: (typeof apps)[number]
  readonly network: string
  readonly format: string
  readonly country: string
  readonly adTag: string
  readonly impressions: number
  readonly clicks: number | null
  readonly installs: number | null
  readonly requests: number | null
  readonly matched: number | null
  /** In millionths. */
  readonly micros: bigint
}

const count = fc.option(fc.nat(2), { freq: 2 })
// More slices than the first page of an answer has, so that there are checkpoints.
const row: fc.Arbitrary<Row> = fc.record({
  day: fc.constantFrom(...days),
  app: fc.constantFrom(...apps),
  network: fc.constantFrom('ownnet', 'admob', 'vungle'),
  format: fc.constantFrom('video', 'video', 'banner'),
  country: fc.constantFrom('US', 'US', 'DE'),
  adTag: fc.constantFrom('', '', 'top'),
  impressions: fc.nat(2),
  clicks: count,
  installs: count,
  requests: count,
  matched: count,
  micros: fc.oneof(fc.bigInt(-1n, 2n), fc.bigInt(0n, 9_999_999_999_999_999n)),
})

const keyOf = ({ day, app, network, format, country, adTag }: Row) =>
  [day, app, network, format, country, adTag].join(' ')

const someRows = fc.uniqueArray(row, {
  selector: keyOf,
  minLength: 1,
  maxLength: 80,
  size: 'max',
} as const)

// Every case has its own account. Imports have rows of some accounts, and their undo concerns those.
/** Something that happens to the figures of a batch of accounts. */
export const drawnEvent = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('import' as const),
      mode: fc.constantFrom('whole', 'whole', 'partial', 'secondary'),
      rows: batchOf(fc.option(someRows, { freq: 3, nil: [] })),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('undo' as const), which: fc.nat(9) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('merge' as const, 'delete' as const, 'end' as const),
      app: fc.nat(apps.length - 1),
      other: fc.nat(apps.length - 1),
    }),
  },
)

export type DrawnEvent = typeof drawnEvent extends fc.Arbitrary<infer Found> ? Found : never

/** An account of a batch. */
export interface DrawnAccount {
  readonly username: string
  readonly id: number
  readonly key: string
}

let accounts = 0

/** A batch of accounts with apps, without figures. */
export async function newAccounts(site: ImportSite): Promise<DrawnAccount[]> {
  const made: DrawnAccount[] = []
  for (let nth = 0; nth < batchSize; nth++) {
    const username = `copied-${accounts++}`
    const key = `key-of-${username}-with-22-characters`
    await site.call(createAccount, { username, key })
    const { id } = await site.installation.accounts.get(username)
    made.push({ username, id, key })
  }
  const lines = made.flatMap(({ username }) =>
    apps.map((app) => `${username}.${app},${username},${app},ios\n`),
  )
  await site.importApps(`app_id,publisher,app_name,platform\n${lines.join('')}`)
  return made
}

/** Lets it happen. Rows are of one kind of fact. */
export async function happen(
  what: DrawnEvent,
  site: ImportSite,
  accounts: readonly DrawnAccount[],
  kind: FactName,
) {
  if (what.kind === 'import') return importRows(what, site, accounts, kind)
  if (what.kind === 'undo') {
    const entries = await site.installation.ledger.entries(null, 10)
    const id = entries.filter(({ kind }) => kind !== 'undo')[what.which]?.id
    if (id !== undefined) await unlessRefused(site.call(undoImport, { id }))
    return
  }
  for (const [nth, { username }] of accounts.entries()) {
    // Every second account, so that entries of others come between.
    if (nth % 2 === what.app % 2) continue
    const appId = `${username}.${apps[what.app]}`
    const into = `${username}.${apps[what.other]}`
    if (what.kind === 'merge') await unlessRefused(site.call(mergeApps, { appId, into }))
    else if (what.kind === 'end') await unlessRefused(site.call(deleteApp, { appId }))
    else {
      const range = { startDate: days[what.other]!, endDate: days[what.other + 1]! }
      await unlessRefused(site.call(deleteFigures, { account: username, appId: appId, ...range }))
    }
  }
}

async function importRows(
  { mode, rows }: Extract<DrawnEvent, { kind: 'import' }>,
  site: ImportSite,
  accounts: readonly DrawnAccount[],
  kind: FactName,
): Promise<void> {
  const given = accounts.flatMap(({ username }, nth) =>
    rows[nth]!.map((each) => ({ ...each, username, appId: `${username}.${each.app}` })),
  )
  const known = await site.installation.apps.importedAs(given.map(({ appId }) => appId))
  const rowsOfApps = given.filter(({ appId }) => known.has(appId))
  if (rowsOfApps.length === 0) return
  if (kind === 'shares') {
    // Merged apps have no rows of their own.
    const current = rowsOfApps.filter(({ appId }) => known.get(appId)!.appId === appId)
    for (const [username, own] of Map.groupBy(current, (one) => one.username)) {
      const { lines } = otherLines(kind, own)
      await unlessRefused(commitMade(site, { username, kind, scope: null, lines }))
    }
    return
  }
  const { columns, lines } =
    kind === 'figures'
      ? { columns: figureColumns, lines: rowsOfApps.map(figuresLine) }
      : otherLines(kind, rowsOfApps)
  await unlessRefused(
    site.importLines(lines, {
      columns,
      ...(mode === 'partial' && { partial: true }),
      ...(mode === 'secondary' && kind === 'figures' && { as: 'second' }),
    }),
  )
}

interface GivenRow extends Row {
  readonly appId: string
}

/** A day has one source, because reports have only the primary one. */
const sourceOf = (day: string) => (days.indexOf(day) % 2 === 0 ? 'firebase' : 'adjust')

/** Rows of other kinds: labels and numbers follow from those of ad figures. The first row of each key. */
function otherLines(name: OtherFactName, rows: readonly GivenRow[]) {
  const kind: FactKind = factKinds[name]
  const columns = kind.columns.filter((column) => column !== 'currency')
  const cellsOf = (one: GivenRow): Readonly<Record<string, unknown>> => ({
    date: one.day,
    app_id: one.appId,
    source: sourceOf(one.day),
    country: one.country,
    network: one.network,
    channel: one.network,
    format: one.format,
    ad_tag: one.adTag,
    rung: one.format,
    floor: one.adTag && '0.25',
    placement: one.adTag,
    campaign: one.adTag,
    test_group: one.adTag,
    consent: one.adTag,
    device_type: one.adTag,
    age: one.adTag ? 7 : 0,
    partner: one.format,
    share_rule: one.adTag ? 7 : 1,
    ...numbersOf(kind.countNames, [one.impressions, one.clicks, one.installs, one.requests]),
    ...numbersOf(kind.moneyNames, [
      decimalOf(one.micros),
      one.matched ?? (name === 'shares' ? 0 : null),
    ]),
  })
  const lines = rows.map((one) => {
    const cells = cellsOf(one)
    const lineOf = (some: readonly string[]) => some.map((column) => cells[column]).join()
    return [lineOf(kind.keyColumns), lineOf(columns)] as const
  })
  return {
    columns: columns.join(),
    lines: [...new Map(lines.toReversed()).values()],
  }
}

const numbersOf = (names: readonly string[], values: readonly unknown[]) =>
  Object.fromEntries(names.map((name, place) => [name, values[place] ?? '']))

const figuresLine = (one: GivenRow): string => {
  const { day, appId, network, format, country, adTag, impressions, micros } = one
  const counts = [one.clicks, one.installs, one.requests, one.matched].map((each) => each ?? '')
  const cells = [day, appId, network, format, country, adTag, impressions, ...counts]
  return [...cells, decimalOf(micros)].join(',')
}

function decimalOf(micros: bigint): string {
  const digits = String(micros < 0n ? -micros : micros).padStart(7, '0')
  return `${micros < 0n ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`
}

/** Work that an app that is gone does not allow is refused, and changes nothing. */
async function unlessRefused(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
    expect(expectedRefusals).toContain(error.code)
  })
}

const expectedRefusals = [
  ...['import_undone', 'merge_built_upon', 'app_ended', 'unknown_app', 'apps_not_mergeable'],
  ...['no_figures', 'nothing_to_import', 'figure_too_large', 'total_too_large'],
]
