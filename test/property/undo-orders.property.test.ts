import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ImportedFactName, importedFactNames } from '../../src/facts/kinds.ts'
import { createAccount } from '../../src/use-cases/create-account.ts'
import { deleteApp, mergeApps } from '../../src/use-cases/end-app.ts'
import { undoImport } from '../../src/use-cases/undo-import.ts'
import { type ImportSite, refusalOf, shareSite } from '../import/import-site.ts'
import { batchOf, batchSize, caseCount, checkBatches, propertyTimeoutMs } from './batches.ts'
import { apps, deleteDrawn, drawnApp, drawnDeletion, drawnRows } from './drawn-ledger.ts'
import { factFiles } from './fact-rows.ts'
import { NaiveLedger, type NaiveRow } from './naive-ledger.ts'
import { storedFacts, storedFigures } from './stored-figures.ts'

const days = ['2026-01-31', '2026-02-01'] as const
const range = { days, networks: ['ownnet', 'admob'] }
const secondary = 'mediation'

const someRows = drawnRows(range, { minLength: 3, maxLength: 12 })
/** Every third account has it, so that entries of others come between. */
const whose = fc.nat(2)

// Every case has its own account. Imports have rows of some accounts, and their undo concerns those.
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('import' as const),
      mode: fc.constantFrom('whole', 'whole', 'partial', 'secondary'),
      rows: batchOf(fc.option(someRows, { freq: 3, nil: [] })),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('merge' as const),
      whose,
      app: drawnApp,
      into: drawnApp,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('end' as const), whose, app: drawnApp }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('return' as const), whose, app: drawnApp }),
  },
  { weight: 2, arbitrary: fc.record({ ...drawnDeletion(range), whose }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('undo' as const), which: fc.nat(99) }) },
)

const sequence = fc.record({
  steps: fc.array(step, { minLength: 8, maxLength: 18 }),
  undos: fc.array(fc.nat(99), { minLength: 20, maxLength: 20 }),
})

type Step = typeof step extends fc.Arbitrary<infer Found> ? Found : never
type StepOf<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>

interface Publisher {
  readonly username: string
  readonly id: number
  readonly model: NaiveLedger
}

const shared = shareSite()
let accounts = 0
const seen = { undone: 0, refused: 0, restored: 0 }

test.each(importedFactNames)(
  `imports of %s, merges and deletions that are undone in any order leave what is left of a naive ledger (${caseCount} sequences)`,
  {
    timeout: propertyTimeoutMs,
  },
  async (fact) => {
    const site = shared()
    await checkBatches(fc.noBias(sequence), async ({ steps, undos }) => {
      const publishers = await newPublishers(site)
      for (const one of steps) {
        await take(one, site, publishers, fact)
        for (const each of publishers) await expectFigures(site, each, fact)
      }
      // All that is left is undone too. Refused undos are tried again after others.
      for (let nth = 0; notUndone(publishers).length > 0; nth++) {
        await take(
          { kind: 'undo', which: undos[nth % undos.length]! + nth },
          site,
          publishers,
          fact,
        )
        for (const each of publishers) await expectFigures(site, each, fact)
      }
      expect(publishers.map(({ model }) => model.figures())).toEqual(publishers.map(() => []))
    })
    // Fewer cases may have no import.
    if (caseCount >= 40) expect(seen.undone).toBeGreaterThan(0)
    if (caseCount >= 300) expect(seen.refused).toBeGreaterThan(0)
  },
)

async function take(
  one: Step,
  site: ImportSite,
  publishers: readonly Publisher[],
  fact: ImportedFactName,
): Promise<void> {
  if (one.kind === 'import') return importRows(one, site, publishers, fact)
  if (one.kind === 'undo') {
    const ids = notUndone(publishers)
    if (ids.length > 0) await undo(ids[one.which % ids.length]!, site, publishers)
    return
  }
  for (const publisher of publishers.filter((_, nth) => nth % 3 === one.whose)) {
    // Days of other kinds than ad figures cannot be deleted.
    if (one.kind === 'delete' && fact !== 'figures') continue
    if (one.kind === 'delete') await deleteSome(one, site, publisher)
    else await changeApp(one, site, publisher)
  }
}

const notUndone = (publishers: readonly Publisher[]): number[] =>
  [...new Set(publishers.flatMap(({ model }) => model.notUndone))].sort((a, b) => a - b)

async function importRows(
  { mode, rows }: StepOf<'import'>,
  site: ImportSite,
  publishers: readonly Publisher[],
  fact: ImportedFactName,
): Promise<void> {
  const isSecondary = mode === 'secondary' && fact === 'figures'
  const report = isSecondary ? secondary : ''
  const given = publishers.map(({ model }, nth) =>
    rows[nth]!.flatMap((each) => (model.resolve(each.app) === null ? [] : [{ ...each, report }])),
  )
  const { columns, lineOf } = factFiles[fact]
  const lines = publishers.flatMap(({ username }, nth) =>
    given[nth]!.map(({ app, network, impressions, ...rest }) =>
      lineOf({ ...rest, app: `${username}.${app}`, source: network, count: impressions }),
    ),
  )
  if (lines.length === 0) return
  const { import: id } = await site.importLines(lines, {
    columns,
    ...(mode === 'partial' && { partial: true }),
    ...(isSecondary && { as: secondary }),
  })
  for (const [nth, { model }] of publishers.entries()) {
    const own: readonly NaiveRow[] = given[nth]!
    if (own.length > 0) model.import(id, own, mode === 'partial')
  }
}

async function changeApp(
  one: StepOf<'merge' | 'end' | 'return'>,
  site: ImportSite,
  { username, model }: Publisher,
): Promise<void> {
  const appId = `${username}.${one.app}`
  if (one.kind === 'return') {
    if (model.resolve(one.app) !== null) return
    // An app whose merged target was deleted is merged still.
    await site.importApps(appsFile([`${appId},${username},${one.app},ios`])).then(
      () => model.bringBack(one.app),
      () => undefined,
    )
    return
  }
  if (!model.exists(one.app)) return
  if (one.kind === 'end') {
    const { entry } = await site.call(deleteApp, { appId })
    model.end(entry!, one.app)
  } else if (model.exists(one.into) && one.into !== one.app) {
    const { entry } = await site.call(mergeApps, { appId, into: `${username}.${one.into}` })
    model.end(entry!, one.app, one.into)
  }
}

async function deleteSome(
  one: StepOf<'delete'>,
  site: ImportSite,
  { username, model }: Publisher,
): Promise<void> {
  const { app, network, day, isSecondary } = one
  if (app !== null && !model.exists(app)) return
  const found = model.found(
    (place, of) =>
      (place.report === secondary) === isSecondary &&
      place.day === day &&
      (app ?? of) === of &&
      (network ?? place.network) === place.network,
  )
  if (found.length === 0) return
  const { entry } = await deleteDrawn(one, isSecondary ? secondary : null, username, site)
  model.restate(entry!, found, true)
}

async function undo(id: number, site: ImportSite, publishers: readonly Publisher[]) {
  const of = publishers.filter(({ model }) => model.notUndone.includes(id))
  const work = site.call(undoImport, { id })
  if (of.some(({ model }) => model.isBuiltUpon(id))) {
    expect((await refusalOf(work)).code).toBe('merge_built_upon')
    seen.refused++
    return
  }
  const { restored_slices: restored, kept_slices: kept } = await work
  expect(kept).toBeGreaterThanOrEqual(0)
  seen.undone++
  seen.restored += restored
  for (const { model } of of) model.undo(id)
}

async function expectFigures(
  site: ImportSite,
  { id, username, model }: Publisher,
  fact: ImportedFactName,
): Promise<void> {
  const expected = model.figures()
  if (fact === 'figures') {
    const stored = await storedFigures(site, id, [days[0], days[1]])
    expect(stored.map((line) => line.replace(`${username}.`, '')).sort()).toEqual(expected)
    return
  }
  const rows = expected.map((line) => {
    const [, day, app, source, country, count] = line.split(' ') as [...string[]]
    const place = { day: day!, app: `${username}.${app}`, source: source!, country: country! }
    return factFiles[fact].storedOf({ ...place, count: Number(count) })
  })
  expect(await storedFacts(site, id, fact)).toEqual(rows.sort())
}

const appsFile = (lines: readonly string[]) =>
  `app_id,publisher,app_name,platform\n${lines.join('\n')}\n`

async function newPublishers(site: ImportSite): Promise<Publisher[]> {
  const names = Array.from({ length: batchSize }, () => `undone-${accounts++}`)
  for (const username of names) await site.call(createAccount, { username })
  await site.importApps(
    appsFile(names.flatMap((name) => apps.map((app) => `${name}.${app},${name},${app},ios`))),
  )
  return Promise.all(
    names.map(async (username) => {
      const { id } = await site.installation.accounts.get(username)
      return { username, id, model: new NaiveLedger() }
    }),
  )
}
