import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allFiguresOf } from '../../src/ledger/figure-ledger.ts'
import { compactHistory } from '../../src/use-cases/compact-history.ts'
import { createAccount } from '../../src/use-cases/create-account.ts'
import { mergeApps } from '../../src/use-cases/end-app.ts'
import type { FiguresRequest } from '../../src/use-cases/import-figures.ts'
import { applyRates } from '../../src/use-cases/rates/apply-rates.ts'
import { importRates } from '../../src/use-cases/rates/import-rates.ts'
import { undoImport } from '../../src/use-cases/undo-import.ts'
import { type Day, formatDay } from '../../src/values/day.ts'
import { type ImportSite, refusalOf, shareSite } from '../import/import-site.ts'
import { pangleAnswer } from '../import/network-reports.ts'
import { caseCount, propertyTimeoutMs } from './batches.ts'
import { apps, deleteDrawn, drawnApp, drawnDeletion, drawnRows } from './drawn-ledger.ts'
import { NaiveLedger, type NaiveRow, type Place, type Role } from './naive-ledger.ts'
import { storedFigures } from './stored-figures.ts'

// Reports of one mediation, of another one that is added, and of Pangle itself, which both mediations sell to.

const days = ['2026-03-01', '2026-03-02'] as const
const range = { days, networks: ['pangle', 'mintegral'] }

interface Way {
  readonly source: 'max' | 'levelplay' | 'pangle'
  readonly report: string
  readonly role: Role
  readonly request: FiguresRequest
}
const ways: Readonly<Record<string, Way>> = {
  mediation: { source: 'max', report: 'applovin_max', role: 'auto', request: {} },
  added: { source: 'levelplay', report: 'levelplay', role: 'add', request: { booking: 'add' } },
  'added after all': {
    source: 'max',
    report: 'applovin_max',
    role: 'add',
    request: { booking: 'add' },
  },
  'as report': {
    source: 'max',
    report: 'applovin_max',
    role: 'plain',
    request: { as: 'applovin_max' },
  },
  own: { source: 'pangle', report: '', role: 'own', request: {} },
}

const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('import' as const),
      way: fc.constantFrom('mediation', 'mediation', 'own', 'own', ...Object.keys(ways)),
      rows: drawnRows(range, { minLength: 1, maxLength: 6 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('merge' as const),
      app: drawnApp,
      into: drawnApp,
    }),
  },
  { weight: 2, arbitrary: fc.record(drawnDeletion(range)) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('undo' as const), which: fc.nat(99) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('rates' as const),
      dollars: fc.constantFrom('1', '1.25', '2'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('compact' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer Found> ? Found : never
type StepOf<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>

interface Publisher {
  readonly username: string
  readonly id: number
  readonly model: NaiveLedger
  /** The last entry that cannot be undone any more. */
  horizon: number
}

/** Each takes a second or two. */
const sequences = Math.ceil(caseCount / 2)

const shared = shareSite()
let accounts = 0

test(`what counts beside mediations follows from the reports of a naive ledger, whatever came first (${sequences} sequences)`, {
  timeout: propertyTimeoutMs,
}, async () => {
  const site = shared()
  await fc.assert(
    fc.asyncProperty(fc.noBias(fc.array(step, { minLength: 3, maxLength: 14 })), async (steps) => {
      const publisher = await newPublisher(site)
      for (const one of steps) {
        await take(one, site, publisher)
        await expectFigures(site, publisher)
      }
    }),
    // A failing case is not shrunk: with real stores that takes longer than a test may.
    { numRuns: sequences, endOnFailure: true },
  )
})

async function take(one: Step, site: ImportSite, publisher: Publisher): Promise<void> {
  const { username: account, model } = publisher
  switch (one.kind) {
    case 'import':
      return importRows(ways[one.way]!, one.rows, site, publisher)
    case 'merge': {
      if (!model.exists(one.app) || !model.exists(one.into) || one.app === one.into) return
      const [appId, into] = [one.app, one.into].map((name) => `${account}.${name}`)
      const { entry } = await site.call(mergeApps, { appId: appId!, into: into! })
      return model.end(entry!, one.app, one.into)
    }
    case 'delete':
      return deleteSome(one, site, publisher)
    case 'undo':
      return undo(one, site, publisher)
    case 'rates':
      return convertAgain(one, site, publisher)
    case 'compact': {
      // Servers keep their history.
      if (site.servers.clickhouse) return
      site.passHour()
      const { horizon_entry: horizon } = await site.call(compactHistory, { keep: 0 })
      publisher.horizon = Math.max(publisher.horizon, horizon ?? 0)
    }
  }
}

async function importRows(
  { source, report, role, request }: Way,
  drawn: StepOf<'import'>['rows'],
  site: ImportSite,
  { username: account, model }: Publisher,
): Promise<void> {
  const given = drawn
    .filter(({ network }) => source !== 'pangle' || network === 'pangle')
    .map((one): NaiveRow => ({ ...one, report }))
  if (given.length === 0) return
  const file = await site.file(...contentOf[source](account, given))
  const { import: id } = await site.importStats([file], { account, ...request })
  model.import(id, given, false, role)
}

/** One impression is worth a dollar. */
const contentOf = {
  max: (account: string, given: readonly NaiveRow[]) => [
    'max.csv',
    [
      'day,application,package_name,platform,ad_format,country,network,impressions,estimated_revenue',
      ...given.map(({ day, app, network, country, impressions }) =>
        [
          ...[day, app, `com.${account}.${app}`, 'android,REWARD', country.toLowerCase()],
          ...[`${network.toUpperCase()}_BIDDING`, impressions, impressions],
        ].join(','),
      ),
      '',
    ].join('\n'),
  ],
  levelplay: (account: string, given: readonly NaiveRow[]) => [
    'levelplay.json',
    JSON.stringify(
      given.map(({ day, app, network, country, impressions }) => ({
        date: day,
        adUnits: 'Rewarded Video',
        providerName: network,
        appKey: app,
        bundleId: `com.${account}.${app}`,
        appName: app,
        platform: 'Android',
        data: [{ countryCode: country, impressions, revenue: impressions }],
      })),
    ),
  ],
  pangle: (account: string, given: readonly NaiveRow[]) => [
    'pangle.json',
    pangleAnswer(
      given.map(({ day, app, country, impressions }) => ({
        day,
        package: `com.${account}.${app}`,
        os: 'android',
        country,
        clicks: null,
        impressions: String(impressions),
        revenue: String(impressions),
      })),
    ),
  ],
} satisfies Record<Way['source'], unknown> as Record<
  Way['source'],
  (account: string, given: readonly NaiveRow[]) => [name: string, content: string]
>

async function deleteSome(
  one: StepOf<'delete'>,
  site: ImportSite,
  { username: account, model }: Publisher,
): Promise<void> {
  const { app, network, day, isSecondary } = one
  if (app !== null && !model.exists(app)) return
  const isMatch = (place: Place, of: string) =>
    place.day === day && (app ?? of) === of && (network ?? place.network) === place.network
  const found = isSecondary
    ? model.found((place, of) => place.report === 'applovin_max' && isMatch(place, of))
    : model.foundCounting(isMatch)
  if (found.length === 0) return
  const as = isSecondary ? 'applovin_max' : null
  const { entry, slices } = await deleteDrawn(one, as, account, site)
  // Rows of two mediations may be one counted slice.
  expect(slices).toBe(new Set(found.map((slice) => slice.slice(slice.indexOf(' ')))).size)
  model.restate(entry!, found, true)
}

async function undo({ which }: StepOf<'undo'>, site: ImportSite, { model, horizon }: Publisher) {
  const ids = model.notUndone.filter((id) => id > horizon)
  if (ids.length === 0) return
  const id = ids[which % ids.length]!
  const work = site.call(undoImport, { id })
  if (model.isBuiltUpon(id)) {
    expect((await refusalOf(work)).code).toBe('merge_built_upon')
    return
  }
  await work
  model.undo(id)
}

/** Afterwards, all money is converted by one rate. What an entry restated is read from its changes. */
async function convertAgain(
  { dollars }: StepOf<'rates'>,
  site: ImportSite,
  { username: account, id, model }: Publisher,
): Promise<void> {
  await putRates(site, account, dollars)
  const { ledger, apps: stored } = site.installation
  const names = new Map((await stored.ofAccount(id)).map(({ key, appId }) => [key, appId]))
  const reports = await ledger.secondaryReports(id)
  for (const { entry } of await site.call(applyRates, { account })) {
    const changed: string[] = []
    for (const { name, of } of [
      { name: '', of: id },
      ...reports.map(({ name, reportId }) => ({ name, of: reportId })),
    ]) {
      const changes = await ledger.changes(allFiguresOf(of), startOf(entry!), 1_000)
      for (const { position, network } of changes.filter(
        ({ position: { entry: at } }) => at === entry,
      )) {
        const app = names.get(position.app)!.slice(account.length + 1)
        changed.push([name, formatDay(position.day), app, network].join(' '))
      }
    }
    const restated = new Set(changed)
    model.restate(
      entry!,
      model.found(({ report, day, network }, app) =>
        restated.has([report, day, app, network].join(' ')),
      ),
      false,
    )
  }
  for (const line of await site.readAccount(id, 'slices', ['day'])) {
    const [, impressions, , , micros] = line.split(' ').map(Number)
    expect(micros).toBe(impressions! * 1_000_000 * Number(dollars))
  }
  expect(await site.call(applyRates, { account })).toEqual([])
}

/** Where the changes of an entry begin. */
const startOf = (entry: number) => ({ entry, day: 0 as Day, app: 0, networkCode: 0 })

async function putRates(site: ImportSite, account: string, dollars: string): Promise<void> {
  const text = ['day,currency,rate', ...days.map((day) => `${day},USD,${dollars}`), ''].join('\n')
  await site.call(importRates, { account }, { files: [await site.file('rates.csv', text)] })
}

async function expectFigures(site: ImportSite, { id, username, model }: Publisher): Promise<void> {
  const stored = (await storedFigures(site, id, [days[0], days[1]])).map((line) =>
    line.replace(`${username}.`, ''),
  )
  const isCounted = (line: string) => line.startsWith(' ')
  expect(stored.filter(isCounted).sort()).toEqual(model.counted())
  expect(stored.filter((line) => !isCounted(line)).sort()).toEqual(
    model.figures().filter((line) => !isCounted(line)),
  )
}

async function newPublisher(site: ImportSite): Promise<Publisher> {
  const username = `m${accounts++}`
  await site.call(createAccount, { username, currency: 'EUR' })
  const lines = apps.map(
    (app) => `${username}.${app},${username},${app},android,com.${username}.${app}`,
  )
  await site.importApps(
    ['app_id,publisher,app_name,platform,android_package', ...lines, ''].join('\n'),
  )
  await putRates(site, username, '1')
  const { id } = await site.installation.accounts.get(username)
  return { username, id, model: new NaiveLedger(), horizon: 0 }
}
