import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  passwords,
  setPasswords,
  signedIn,
  type Visitor,
} from '../../fixtures/dashboard-visitor.ts'
import type { FigureRow } from '../../fixtures/import-rows.ts'
import { openTemporaryInstallation, type TestInstallation } from '../../fixtures/installation.ts'
import {
  type NaiveBreakdown,
  type NaiveFigures,
  type NaiveRow,
  naiveCompared,
  naiveFigures,
} from '../../fixtures/naive-dashboard.ts'
import { serveReports, type TestServer } from '../../fixtures/report-server.ts'
import { batchOf, checkBatches, propertyTimeoutMs } from '../../property/batches.ts'
import { type DrawnCase, drawnCase, formatNames, networkNames } from '../../property/drawn-cases.ts'
import { toQuery } from './own-figures.ts'

const breakdowns: NaiveBreakdown[] = ['network', 'ad_format', 'country', 'app_id', 'platform']

let installation: TestInstallation
let server: TestServer
beforeAll(async () => {
  installation = await openTemporaryInstallation({ inMemory: true })
  server = serveReports(installation)
})
afterAll(async () => {
  await server.close()
  await installation.remove()
})

interface Publisher {
  readonly visitor: Visitor
  readonly currency: string
  readonly apps: readonly { readonly appId: string; readonly platform: string }[]
  readonly rows: readonly NaiveRow[]
}

/** Parameters that are drawn in addition to those of the case's own questions. */
interface DrawnParameters {
  readonly by: NaiveBreakdown
  readonly firstDay: number
  readonly dayCount: number
  readonly platforms: readonly string[] | null
  readonly formats: readonly string[] | null
  readonly countries: readonly string[] | null
  readonly networks: readonly string[] | null
  readonly apps: readonly number[] | null
}

const someOf = (names: readonly string[]) =>
  fc.option(fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 3 }), {
    nil: null,
    freq: 1,
  })

const drawnParameters = fc.record<DrawnParameters>({
  by: fc.constantFrom(...breakdowns),
  firstDay: fc.integer({ min: -2, max: 8 }),
  dayCount: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 9, max: 70 })),
  platforms: someOf(['ios', 'android', 'amazon']),
  formats: someOf([...formatNames, 'nobody']),
  countries: someOf(['US', 'DE', 'ZZ', 'NZ']),
  networks: someOf([...networkNames, 'nobody']),
  apps: fc.option(fc.array(fc.nat(3), { minLength: 1, maxLength: 3 }), { nil: null, freq: 1 }),
})

test('every answer equals that of the naive model', { timeout: propertyTimeoutMs }, async () => {
  const batch = batchOf(
    fc.tuple(drawnCase, fc.array(drawnParameters, { minLength: 5, maxLength: 5 })),
  )
  await checkBatches(batch, async (cases) => {
    const publishers = await importCases(cases.map(([drawn]) => drawn))
    for (const [nth, [, questions]] of cases.entries()) {
      for (const question of questions) await expectNaive(publishers[nth]!, question)
      await expectNaiveComparison(publishers[nth]!, questions[0]!)
    }
  })
})

async function expectNaive(publisher: Publisher, question: DrawnParameters): Promise<void> {
  const { visitor, currency, rows } = publisher
  const selected = toNaive(publisher, question)
  const response = await visitor.get('/figures', toQuery(selected))
  expect(response.statusCode, response.body).toBe(200)
  const { account: _, ...found } = response.json()
  const expected = naiveFigures(rows, currency, selected)
  expect(withoutTrends(found)).toStrictEqual(withoutTrends(expected))
  for (const [nth, { trend }] of expected.groups.entries()) {
    expectNear(found.groups[nth].trend, trend)
  }
}

async function expectNaiveComparison(publisher: Publisher, question: DrawnParameters) {
  const { visitor, rows } = publisher
  const selected = toNaive(publisher, question)
  const query = { ...toQuery(selected), compare: 'previous_period' }
  const comparison = await visitor.get('/comparison', query)
  expect(comparison.statusCode, comparison.body).toBe(200)
  expect(comparison.json().compared).toStrictEqual(naiveCompared(rows, today, selected))
}

/** The server's. */
const today = '2026-03-10'

const withoutTrends = ({ groups, ...rest }: ReturnType<typeof naiveFigures>) => ({
  ...rest,
  groups: groups.map(({ trend: _, ...group }) => group),
})

/** Trends are drawn as lines, so nearly equal suffices; figures.large.test.ts checks them exactly. */
function expectNear(found: readonly (number | null)[], expected: readonly (number | null)[]): void {
  expect(found.map((point) => point === null)).toEqual(expected.map((point) => point === null))
  for (const [nth, point] of expected.entries()) {
    const off = Math.abs((found[nth] ?? 0) - (point ?? 0))
    expect(off).toBeLessThanOrEqual(64)
  }
}

const dayAt = (days: number) =>
  new Date(Date.parse('2026-02-26') + days * 86_400_000).toISOString().slice(0, 10)

function toNaive({ apps }: Publisher, question: DrawnParameters): NaiveFigures {
  const { by, firstDay, dayCount, platforms, formats, countries, networks } = question
  const ids = question.apps?.map((index) => apps[index % apps.length]!.appId)
  return {
    by,
    start: dayAt(firstDay),
    end: dayAt(firstDay + dayCount - 1),
    ...(platforms && { platforms }),
    ...(formats && { formats }),
    ...(countries && { countries }),
    ...(networks && { networks }),
    ...(ids && { appIds: ids }),
  }
}

let accounts = 0

async function importCases(batch: readonly DrawnCase[]): Promise<Publisher[]> {
  const publishers: Publisher[] = []
  const imports: NaiveRow[][] = [[], []]
  for (const drawn of batch) {
    const username = `publisher-${accounts++}`
    await installation.addAccount({ username, currency: drawn.currency })
    await setPasswords(installation, { [username]: passwords.acme })
    const apps = drawn.apps.map(({ platform }, nth) => ({
      appId: `${username}/${nth}`,
      platform,
    }))
    await installation.importApps(
      apps.map(({ appId, platform }) => ({
        app_id: appId,
        publisher: username,
        app_name: 'An app',
        platform,
      })),
    )
    let rows: NaiveRow[] = []
    for (const [nth, imported] of drawn.imports.entries()) {
      const more = imported.map((figure): NaiveRow => {
        const { network, format, country, impressions, micros } = figure
        const app = apps[figure.app % apps.length]!
        const clicks = figure.clicks ?? 0n
        return {
          date: dayAt(figure.day),
          ...app,
          network,
          format,
          country,
          impressions,
          clicks,
          installs: clicks * 2n,
          micros,
        }
      })
      for (const [at, row] of more.entries()) tagOf.set(row, imported[at]!.adTag ?? 'default')
      imports[nth]!.push(...more)
      rows = [...rows.filter((row) => !more.some((one) => sameSlice(one, row))), ...more]
    }
    const visitor = await signedIn(server, username, passwords.acme)
    publishers.push({ visitor, currency: drawn.currency, apps, rows })
  }
  for (const rows of imports) {
    if (rows.length > 0) await installation.importFigures(rows.map(toFigureRow))
  }
  return publishers
}

const sameSlice = (one: NaiveRow, other: NaiveRow) =>
  one.date === other.date && one.appId === other.appId && one.network === other.network

/** The ad tags of rows: no answer shows them, but they keep rows distinct. */
const tagOf = new WeakMap<NaiveRow, string>()

const toFigureRow = (row: NaiveRow): FigureRow => ({
  date: row.date,
  app_id: row.appId,
  network: row.network,
  format: row.format,
  country: row.country,
  impressions: Number(row.impressions),
  clicks: Number(row.clicks),
  installs: Number(row.installs),
  revenue: decimal(row.micros),
  ad_tag: tagOf.get(row)!,
})

function decimal(micros: bigint): string {
  const digits = (micros < 0n ? -micros : micros).toString().padStart(7, '0')
  return `${micros < 0n ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`
}
