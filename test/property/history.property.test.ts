import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type ImportedFactName,
  importedFactNames,
  type OtherImportedName,
} from '../../src/facts/kinds.ts'
import { allFiguresOf } from '../../src/ledger/figure-ledger.ts'
import type { ReportPlan } from '../../src/reporting/report-plan.ts'
import type { Dimension } from '../../src/reporting/report-request.ts'
import type { ReportStore } from '../../src/reporting/report-store.ts'
import { createAccount } from '../../src/use-cases/create-account.ts'
import { type ImportSite, shareSite } from '../import/import-site.ts'
import { batchOf, batchSize, caseCount, checkBatches, propertyTimeoutMs } from './batches.ts'
import { drawnRows, type FactRow, factFiles, sliceOfRow } from './fact-rows.ts'
import { inMemory, whileRead } from './in-memory.ts'
import { NaiveHistory, totalsOf, undoOne } from './naive-history.ts'
import { storedFacts } from './stored-figures.ts'

const apps = ['one', 'two'] as const
// Every case has its own account. An import has rows of some accounts, and its undo concerns those.
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('import' as const),
      rows: batchOf(fc.option(drawnRows(['2026-01-31', '2026-02-01']), { freq: 3, nil: [] })),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('undo' as const), which: fc.nat(9) }) },
)

type Step = typeof step extends fc.Arbitrary<infer Found> ? Found : never

const shared = shareSite()
let accounts = 0
/** Memories that gave answers. */
let answered = 0

/** How kinds of fact are checked. */
const ofFigures: Fact = {
  toLine: ({ day, app, source, country, count }) =>
    `${day} ${app} ${source} video ${country} ${count} 0 0 ${count * 6_000_000}`,
  expectHistory,
  expectNow: expectInMemory,
  read: (site, { id }, store) => currentOf(site, id, 'figures', store),
}

const ofOthers = (name: OtherImportedName): Fact => ({
  toLine: factFiles[name].storedOf,
  expectHistory: (site, one, states) => expectStoredHistory(site, one, states, name),
  expectNow: async (site, { id, username }, figures) =>
    expect(await storedFacts(site, id, name)).toEqual(figures.filter(isOf(username))),
  read: (site, { id }) => storedFacts(site, id, name),
})

const factOf = (name: ImportedFactName) => (name === 'figures' ? ofFigures : ofOthers(name))

interface Fact {
  /** A row in the notation of the model. */
  readonly toLine: (row: FactRow) => string
  readonly expectHistory: typeof expectHistory
  readonly expectNow: typeof expectInMemory
  readonly read: (site: ImportSite, one: Publisher, store: ReportStore) => Promise<string[]>
}

test.each(importedFactNames)(
  `${caseCount} sequences of imports, restatements and undos of %s give those of a naive model, also as of each step`,
  {
    timeout: propertyTimeoutMs,
  },
  async (name) => {
    const site = shared()
    const fact = factOf(name)
    await checkBatches(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const publishers = await newAccounts(site, batchSize)
      const model = new NaiveHistory()
      const states: State[] = []
      for (const [nth, one] of steps.entries()) {
        const reader = publishers[nth]!
        const entry = await whileRead(
          site.installation.figures,
          (store) => fact.read(site, reader, store),
          () => take(one, site, model, publishers, name),
        )
        if (entry !== null) states.push({ entry, figures: model.figures() })
        await fact.expectNow(site, reader, model.figures())
      }
      if (states.length === 0) return
      const times = await committedAt(site)
      await Promise.all(publishers.map((one) => fact.expectHistory(site, one, states, times)))
      for (const one of publishers) await fact.expectNow(site, one, states.at(-1)!.figures)
    })
    // Fewer cases may all end without figures.
    if (caseCount >= 40 && name === 'figures') expect(answered).toBeGreaterThan(0)
  },
)

interface Publisher {
  readonly username: string
  readonly id: number
}

/** Figures of all accounts of a batch after a ledger entry. */
interface State {
  readonly entry: number
  readonly figures: readonly string[]
}

/** @returns the ledger entry; null when there is nothing to import or to undo */
async function take(
  one: Step,
  site: ImportSite,
  model: NaiveHistory,
  publishers: readonly Publisher[],
  name: ImportedFactName,
): Promise<number | null> {
  if (one.kind === 'undo') return undoOne(one.which, site, model)
  const rows = publishers.flatMap(({ username }, nth) =>
    one.rows[nth]!.map((each) => ({ ...each, app: `${username}.${each.app}` })),
  )
  if (rows.length === 0) return null
  const { columns, lineOf } = factFiles[name]
  const { import: id } = await site.importLines(rows.map(lineOf), { columns })
  const slices = [...Map.groupBy(rows, sliceOfRow)]
  model.import(id, new Map(slices.map(([slice, of]) => [slice, of.map(factOf(name).toLine)])))
  return id
}

async function expectHistory(
  site: ImportSite,
  { username, id }: Publisher,
  states: readonly State[],
  times: ReadonlyMap<number, number>,
): Promise<void> {
  const isOwn = isOf(username)
  for (const { entry, figures } of states) {
    const own = figures.filter(isOwn)
    const asOfMs = times.get(entry)!
    expect(await figuresOf(site, id, asOfMs)).toEqual(own)
    expect(await slicesOf(site, id, asOfMs)).toEqual(totalsOf(own))
  }
  const before = times.get(states[0]!.entry)! - 1
  expect(await figuresOf(site, id, before)).toEqual([])
  const last = states.at(-1)!.figures.filter(isOwn)
  expect(await figuresOf(site, id)).toEqual(last)
  await expectChangesToAddUp(site, id, last)
}

async function expectStoredHistory(
  site: ImportSite,
  { id, username }: Publisher,
  states: readonly State[],
  name: OtherImportedName,
): Promise<void> {
  for (const { entry, figures } of states) {
    expect(await storedFacts(site, id, name, entry)).toEqual(figures.filter(isOf(username)))
  }
  expect(await storedFacts(site, id, name, states[0]!.entry - 1)).toEqual([])
}

/** Expects the current figures of an account, with and without memory that they come from. */
async function expectInMemory(
  site: ImportSite,
  { username, id }: Publisher,
  figures: readonly string[],
): Promise<void> {
  const own = figures.filter(isOf(username))
  answered += await inMemory(site.installation.figures, true, async (store) => {
    expect(await currentOf(site, id, 'figures', store)).toEqual(own)
    expect(await currentOf(site, id, 'slices', store)).toEqual(totalsOf(own))
  })
}

const isOf = (username: string) => (line: string) => line.split(' ')[1]!.startsWith(`${username}.`)

/** Adds up all pages of the list of changes, and expects the current figures. */
async function expectChangesToAddUp(site: ImportSite, accountId: number, figures: string[]) {
  const { ledger } = site.installation
  const current = new Map<string, number>()
  let after = null
  for (;;) {
    const page = await ledger.changes(allFiguresOf(accountId), after, 3)
    for (const { position, network, old, new: now } of page) {
      const slice = `${position.day} ${position.app} ${network}`
      expect(old === null ? undefined : Number(old.impressions)).toBe(current.get(slice))
      if (now === null) current.delete(slice)
      else current.set(slice, Number(now.impressions))
    }
    if (page.length < 3) break
    after = page.at(-1)!.position
  }
  const expected = totalsOf(figures).map((line) => Number(line.split(' ')[3]))
  expect([...current.values()].sort()).toEqual(expected.sort())
}

async function newAccounts(site: ImportSite, count: number): Promise<Publisher[]> {
  const names = Array.from({ length: count }, () => `history-${accounts++}`)
  for (const username of names) await site.call(createAccount, { username })
  const lines = names.flatMap((name) => apps.map((app) => `${name}.${app},${name},${app},ios\n`))
  await site.importApps(`app_id,publisher,app_name,platform\n${lines.join('')}`)
  return Promise.all(names.map((username) => site.installation.accounts.get(username)))
}

const sliceDimensions: Dimension[] = ['day', 'app', 'network']
const figureDimensions: Dimension[] = [...sliceDimensions, 'format', 'country']

async function figuresOf(site: ImportSite, accountId: number, asOfMs?: number) {
  const lines = await site.readAccount(accountId, 'figures', figureDimensions, { asOfMs })
  return lines.sort()
}

async function slicesOf(site: ImportSite, accountId: number, asOfMs: number) {
  return (await site.readAccount(accountId, 'slices', sliceDimensions, { asOfMs })).sort()
}

/** Current figures of fewer days, which memory may have. */
async function currentOf(
  site: ImportSite,
  accountId: number,
  table: ReportPlan['table'],
  figures: ReportStore,
): Promise<string[]> {
  const dimensions = table === 'figures' ? figureDimensions : sliceDimensions
  const days = ['2026-01-01', '2026-02-28'] as const
  return (await site.readAccount(accountId, table, dimensions, { figures, days })).sort()
}

async function committedAt(site: ImportSite): Promise<Map<number, number>> {
  const entries = await site.installation.ledger.entries(null, 100)
  return new Map(entries.map(({ id, committedAtMs }) => [id, committedAtMs]))
}
