import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatInstant } from '../../src/values/instant.ts'
import { type ImportSite, shareSite } from '../import/import-site.ts'
import {
  type AskingPublisher,
  askedDays,
  askingPublishers,
  askReport,
  sortedRows,
} from './asked-reports.ts'
import { batchOf, caseCount, checkBatches, propertyTimeoutMs } from './batches.ts'
import { addedUp, type DeepDimension, type DeepRow, deepRows } from './naive-depth.ts'
import { NaiveHistory, undoOne } from './naive-history.ts'

const row = fc.record({
  date: fc.constantFrom(...askedDays),
  app: fc.constantFrom('one', 'two'),
  network: fc.constantFrom('admob', 'ownnet'),
  country: fc.constantFrom('US', 'DE'),
  ad_tag: fc.constantFrom('default', 'menu'),
  rung: fc.constantFrom('default', 'bidder', 'AdMob 20'),
  floor: fc.constantFrom('unknown', '0', '12.5'),
  impressions: fc.nat(3),
  clicks: fc.option(fc.nat(2), { freq: 3 }),
  micros: fc.nat(4).map((fifths) => fifths * 200_001),
})
type DrawnRow = typeof row extends fc.Arbitrary<infer Found> ? Found : never

const someRows = fc.array(row, { minLength: 4, maxLength: 8, size: 'max' })
const tables = ['figures', 'report', 'details'] as const
const anImport = (kind: (typeof tables)[number], source: string) =>
  fc.record({
    kind: fc.constant(kind),
    source: fc.constant(source),
    rows: batchOf(fc.option(someRows, { freq: 4, nil: [] })),
  })

// Every case has its own account. An import has rows of some accounts, and its undo concerns those.
const step = fc.oneof(
  ...tables.flatMap((kind) => ['max', 'levelplay'].map((source) => anImport(kind, source))),
  fc.record({ kind: fc.constant('undo' as const), which: fc.nat(9) }),
)
type Import = Exclude<
  typeof step extends fc.Arbitrary<infer Found> ? Found : never,
  { which: number }
>

/** Most differences need all three of the same days and apps. */
const sequence = fc
  .tuple(
    ...tables.map((kind) => anImport(kind, 'max')),
    fc.array(step, { maxLength: 5, size: 'max' }),
  )
  .map((all) => all.flat())

const dimensions: readonly DeepDimension[] = [
  ...(['date', 'app_id', 'network', 'country', 'ad_tag', 'rung', 'floor'] as const),
]
const question = fc.record({
  dimensions: fc.subarray([...dimensions], { minLength: 1 }),
  /** Asks for rows with, or without, a name. */
  filter: fc.option(
    fc.constantFrom(
      ...([
        ['rung', 'unattributed', true],
        ['rung', 'unattributed', false],
        ['floor', '12.5', true],
        ['network', 'admob', true],
      ] as const),
    ),
    { freq: 2 },
  ),
})
type Question = typeof question extends fc.Arbitrary<infer Found> ? Found : never

const shared = shareSite()
const seen = { unattributed: 0, notBooked: 0, negative: 0 }

test(`figures by the labels of details are those of a plain model, and add up to what is booked, also as of each step (${caseCount} sequences)`, {
  timeout: propertyTimeoutMs,
}, async () => {
  const site = shared()
  const drawn = fc.record({
    steps: sequence,
    questions: fc.array(question, { minLength: 8, maxLength: 8 }),
  })
  await checkBatches(fc.noBias(drawn), async ({ steps, questions }) => {
    const publishers = await newPublishers(site)
    const model = new NaiveHistory()
    const states: State[] = []
    for (const one of steps) {
      const entry =
        one.kind === 'undo'
          ? await undoOne(one.which, site, model)
          : await importRows(one, site, model, publishers)
      if (entry !== null) states.push({ entry, rows: model.figures().map(parse) })
    }
    const entries = await site.installation.ledger.entries(null, 100)
    for (const [nth, { entry, rows }] of states.entries()) {
      const { committedAtMs } = entries.find(({ id }) => id === entry)!
      const isLast = nth === states.length - 1
      const at: Readonly<Record<string, string>> = isLast
        ? {}
        : { as_of: formatInstant(committedAtMs) }
      for (const one of publishers) await expectAnswer(site, one, rows, questions[nth]!, at)
    }
  })
  // The draws would prove little without these.
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0)
})

/** A stored row with the table that it is in: empty for booked figures, or else a report or the details of a source. */
interface Stored extends DeepRow {
  readonly table: 'figures' | 'report' | 'details'
  readonly source: string
}

interface State {
  readonly entry: number
  readonly rows: readonly Stored[]
}

const parse = (line: string) => JSON.parse(line) as Stored

const figureColumns = 'date,app_id,network,format,country,ad_tag,impressions,clicks,revenue'

/** @returns the ledger entry; null when there is nothing to import */
async function importRows(
  { kind, source, rows }: Import,
  site: ImportSite,
  model: NaiveHistory,
  publishers: readonly AskingPublisher[],
): Promise<number | null> {
  const given = publishers.flatMap((publisher, nth) => {
    const own = storedRows(rows[nth]!, { table: kind, source }, publisher.username)
    const isNew = kind === 'details' && own.length > 0 && !publisher.sources.includes(source)
    if (isNew) publisher.sources.push(source)
    return own
  })
  if (given.length === 0) return null
  const lines = given.map((one) => {
    const decimal = (one.micros / 1_000_000).toFixed(6)
    const cells = [one.date, one.app_id, one.network, 'video', one.country, one.ad_tag]
    const line = [...cells, one.impressions, one.clicks ?? '', decimal].join()
    const unstated = one.floor === 'unknown' ? '' : one.floor
    return kind === 'details' ? `${line},${source},${one.rung},${unstated}` : line
  })
  const { import: id } = await site.importLines(lines, {
    columns: kind === 'details' ? `${figureColumns},source,rung,floor` : figureColumns,
    ...(kind === 'report' && { as: source }),
  })
  const slices = Map.groupBy(given, ({ date, app_id, network }) =>
    [kind === 'figures' ? '' : source, kind, date, app_id, kind !== 'details' && network].join(' '),
  )
  model.import(
    id,
    new Map([...slices].map(([slice, of]) => [slice, of.map((one) => JSON.stringify(one))])),
  )
  return id
}

/** The first row of each key. Figures have no rungs. */
function storedRows(
  rows: readonly DrawnRow[],
  { table, source }: Pick<Stored, 'table' | 'source'>,
  username: string,
): Stored[] {
  const stored = rows.map(({ app, ...one }): Stored => {
    const deep = table === 'details' ? {} : { rung: 'default', floor: 'unknown' }
    return { ...one, ...deep, app_id: `${username}.${app}`, table, source }
  })
  const byKey = Map.groupBy(stored, (one) => dimensions.map((name) => one[name]).join(' '))
  return [...byKey.values()].map(([first]) => first!)
}

async function expectAnswer(
  site: ImportSite,
  publisher: AskingPublisher,
  all: readonly Stored[],
  { dimensions: asked, filter }: Question,
  at: Readonly<Record<string, string>>,
): Promise<void> {
  const own = all.filter(({ app_id }) => app_id.startsWith(`${publisher.username}.`))
  const booked = own.filter(({ table }) => table === 'figures')
  const of = (table: Stored['table']) =>
    Map.groupBy(
      own.filter((one) => one.table === table),
      ({ source }) => source,
    )
  const isDeep = [...asked, filter?.[0]].some((name) => name === 'rung' || name === 'floor')
  const rows = isDeep
    ? deepRows({
        booked,
        reports: of('report'),
        details: of('details'),
        sources: publisher.sources,
      })
    : booked
  seen.unattributed += rows.filter(({ rung }) => rung === 'unattributed').length
  seen.notBooked += rows.filter(({ rung }) => rung === 'not_booked').length
  seen.negative += rows.filter(({ micros }) => micros < 0).length
  const [name, value, isIncluded] = filter ?? []
  const chosen = rows.filter((row) => !name || (row[name] === value) === isIncluded)
  const data = await askReport(site, publisher, {
    metrics: 'impressions,clicks,revenue',
    dimensions: asked.join(),
    ...(name && { [isIncluded ? name : `${name}_not`]: value }),
    ...at,
  })
  expect(sortedRows(data)).toEqual(sortedRows(addedUp(chosen, asked)))
  if (filter) return
  const total = await askReport(site, publisher, { metrics: 'impressions,revenue', ...at })
  for (const metric of ['impressions', 'revenue'] as const) {
    const sum = data.reduce((all, row) => all + Math.round(Number(row[metric]) * 1_000_000), 0)
    // Null where nothing is booked.
    expect(sum / 1_000_000).toBe(total[0]![metric] ?? 0)
  }
}

async function newPublishers(site: ImportSite): Promise<AskingPublisher[]> {
  const publishers = await askingPublishers(site)
  // Accounts know all names: those that only secondary reports have would be nobody's.
  const known = publishers.flatMap(({ username }) => [
    `2026-01-01,${username}.one,admob,video,US,menu,1,1,1`,
    `2026-01-01,${username}.one,ownnet,video,US,,1,1,1`,
  ])
  await site.importLines(known, { columns: figureColumns })
  return publishers
}
