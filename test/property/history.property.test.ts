import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createAccount } from '../../src/use-cases/create-account.ts'
import { undoImport } from '../../src/use-cases/undo-import.ts'
import { type ImportSite, shareSite } from '../import/import-site.ts'
import { NaiveHistory } from './naive-history.ts'

const sequences = Number(process.env.ADTALLY_PROPERTY_CASES ?? (process.env.CI ? 500 : 60))

const apps = ['one', 'two'] as const
const row = fc.record({
  day: fc.constantFrom('2026-01-31', '2026-02-01'),
  app: fc.constantFrom(...apps),
  network: fc.constantFrom('ownnet', 'admob'),
  country: fc.constantFrom('US', 'DE'),
  impressions: fc.nat(3),
})

type Row = typeof row extends fc.Arbitrary<infer Found> ? Found : never

const sliceOf = ({ day, app, network }: Row) => `${day} ${app} ${network}`

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('import' as const),
      rows: fc.uniqueArray(row, {
        selector: (one) => `${sliceOf(one)} ${one.country}`,
        minLength: 1,
        maxLength: 6,
      }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('undo' as const), which: fc.nat(9) }) },
)

const shared = shareSite()
let accounts = 0

test(`${sequences} sequences of imports, restatements and undos end as a naive model says, also as of each step`, async () => {
  const site = shared()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      // Every sequence has an account of its own: one installation serves them all.
      const account = `history-${accounts++}`
      const accountId = await newAccount(site, account)
      const model = new NaiveHistory()
      const states: { readonly entry: number; readonly figures: string[] }[] = []
      for (const one of steps) {
        if (one.kind === 'import') {
          const id = await runImport(site, account, one.rows)
          const slices = Map.groupBy(one.rows, sliceOf)
          const lines = [...slices].map(
            ([slice, rows]) => [slice, rows.map((each) => toLine(each, account))] as const,
          )
          model.import(id, new Map(lines))
          states.push({ entry: id, figures: model.figures() })
        } else if (model.standing.length > 0) {
          const id = model.standing[one.which % model.standing.length]!
          const { undo } = await site.call(undoImport, { id: id })
          model.undo(id)
          states.push({ entry: undo, figures: model.figures() })
        }
      }
      if (states.length === 0) return
      expect(await figuresOf(site, accountId)).toEqual(states.at(-1)!.figures)
      const times = await committedAt(site)
      for (const { entry, figures } of states) {
        const asOfMs = times.get(entry)!
        expect(await figuresOf(site, accountId, asOfMs)).toEqual(figures)
        expect(await slicesOf(site, accountId, asOfMs)).toEqual(totalsOf(figures))
      }
      const before = times.get(states[0]!.entry)! - 1
      expect(await figuresOf(site, accountId, before)).toEqual([])
      await expectChangesToAddUp(site, accountId, states.at(-1)!.figures)
    }),
    { numRuns: sequences },
  )
}, 900_000)

/** Following the list of changes from its beginning, page by page, gives what stands now. */
async function expectChangesToAddUp(site: ImportSite, accountId: number, figures: string[]) {
  const { ledger } = site.installation
  const standing = new Map<string, number>()
  let after = null
  for (;;) {
    const page = await ledger.changes(accountId, after, 3)
    for (const { position, network, old, new: now } of page) {
      const slice = `${position.day} ${position.app} ${network}`
      expect(old === null ? undefined : Number(old.impressions)).toBe(standing.get(slice))
      if (now === null) standing.delete(slice)
      else standing.set(slice, Number(now.impressions))
    }
    if (page.length < 3) break
    after = page.at(-1)!.position
  }
  const expected = totalsOf(figures).map((line) => Number(line.split(' ')[3]))
  expect([...standing.values()].sort()).toEqual(expected.sort())
}

async function newAccount(site: ImportSite, account: string): Promise<number> {
  await site.call(createAccount, { username: account })
  const lines = apps.map((app) => `${account}.${app},${account},${app},ios\n`)
  await site.importApps(`app_id,publisher,app_name,platform\n${lines.join('')}`)
  return (await site.installation.accounts.get(account)).id
}

async function runImport(site: ImportSite, account: string, rows: readonly Row[]) {
  const lines = rows.map(
    ({ day, app, network, country, impressions }) =>
      `${day},${account}.${app},${network},video,${country},${impressions},${impressions}`,
  )
  return (await site.importLines(lines)).import
}

const toLine = ({ day, app, network, country, impressions }: Row, account: string) =>
  `${day} ${account}.${app} ${network} video ${country} ${impressions} 0 0 ${impressions}000000`.replace(
    / 0000000$/,
    ' 0',
  )

const figureDimensions = ['day', 'app', 'network', 'format', 'country'] as const

async function figuresOf(site: ImportSite, accountId: number, asOfMs?: number) {
  const lines = await site.readAccount(accountId, 'figures', [...figureDimensions], asOfMs)
  return lines.sort()
}

async function slicesOf(site: ImportSite, accountId: number, asOfMs: number) {
  return (await site.readAccount(accountId, 'slices', ['day', 'app', 'network'], asOfMs)).sort()
}

/** Slices' totals of figures, written alike. */
function totalsOf(figures: readonly string[]): string[] {
  const slices = Map.groupBy(figures, (line) => line.split(' ').slice(0, 3).join(' '))
  return [...slices]
    .map(([slice, lines]) => {
      const sum = (column: number) =>
        lines.reduce((total, line) => total + Number(line.split(' ')[column]), 0)
      return [slice, ...[5, 6, 7, 8].map(sum)].join(' ')
    })
    .sort()
}

async function committedAt(site: ImportSite): Promise<Map<number, number>> {
  const entries = await site.installation.ledger.entries(null, 100)
  return new Map(entries.map(({ id, committedAtMs }) => [id, committedAtMs]))
}
