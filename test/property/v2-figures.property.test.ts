import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseExactly } from '../fixtures/exact-json.ts'
import type { AppRow, FigureRow } from '../fixtures/import-rows.ts'
import { openTemporaryInstallation, type TestInstallation } from '../fixtures/installation.ts'
import { baseUrl, type Query } from '../fixtures/report-server.ts'
import { applicationsPath, statsPath } from '../fixtures/v2-publisher.ts'
import { batchOf, caseCount, checkBatches, propertyTimeoutMs } from './batches.ts'
import {
  type DrawnApp,
  type DrawnCase,
  type DrawnFigure,
  type DrawnQuestion,
  drawnCase,
  formatNames,
  networkNames,
} from './drawn-cases.ts'
import { MemoryServers } from './memory-servers.ts'
import {
  type NaiveAccount,
  type NaiveApp,
  type NaiveFigure,
  type NaiveQuestion,
  naiveApplications,
  naiveStats,
  restate,
} from './naive-v2.ts'

let installation: TestInstallation
let servers: MemoryServers
beforeAll(async () => {
  installation = await openTemporaryInstallation({ inMemory: true, answerBytes: 0 })
  servers = new MemoryServers(installation)
  await importNamesOutOfOrder()
})
afterAll(async () => {
  await servers.close()
  await installation.remove()
})

/** Imports the names one by one, so that their codes do not sort like the names. */
async function importNamesOutOfOrder(): Promise<void> {
  await installation.addAccount({ username: 'names' })
  const app = { app_id: 'names', publisher: 'names', app_name: 'Names', platform: 'ios' } as const
  await installation.importApps([app])
  for (const [index, network] of networkNames.entries()) {
    const format = formatNames[index % formatNames.length]!
    await installation.importFigures([
      {
        date: '2026-01-01',
        app_id: app.app_id,
        network,
        format,
        country: 'US',
        impressions: 1,
        revenue: '1',
      },
    ])
  }
}

let accounts = 0

interface Publisher extends NaiveAccount {
  readonly username: string
  readonly key: string
}

test(`${caseCount} random data sets give the answers of a naive model`, {
  timeout: propertyTimeoutMs,
}, async () => {
  await checkBatches(batchOf(drawnCase), async (drawn) => {
    const publishers = await importCases(drawn)
    await Promise.all(
      publishers.map(async (publisher, index) => {
        const { questions } = drawn[index]!
        await expectApplications(publisher)
        for (const question of questions) await expectStats(publisher, question)
        await expectPartsAddUp(publisher, questions[0]!)
      }),
    )
  })
  servers.expectMemoryAnswered({ bodies: false })
})

/**
 * Imports data sets, each for its own account: the first imports of all of them in one import, then
 * the restatements in another.
 *
 * @returns the accounts as the model has them
 */
async function importCases(batch: readonly DrawnCase[]): Promise<Publisher[]> {
  const publishers: Publisher[] = []
  const appRows: AppRow[] = []
  const imports: FigureRow[][] = [[], []]
  for (const drawn of batch) {
    const index = accounts++
    const username = `publisher-${index}`
    const key = await installation.addAccount({ username, currency: drawn.currency })
    const apps = drawn.apps.map((_app, place) => toApp(drawn.apps, place, index))
    appRows.push(...apps.map((app) => toAppRow(app, username)))
    let figures: NaiveFigure[] = []
    for (const [nth, imported] of drawn.imports.entries()) {
      const rows = imported.map((figure) => toFigure(figure, apps))
      imports[nth]!.push(...rows.map(toFigureRow))
      figures = restate(figures, rows)
    }
    publishers.push({ username, key, currency: drawn.currency, apps, figures })
  }
  await installation.importApps(appRows)
  for (const rows of imports) {
    if (rows.length > 0) await servers.during(() => installation.importFigures(rows))
  }
  return publishers
}

/** Suffixes whose byte order differs from the numeric and the UTF-16 order. */
const endings = ['10', '9', 'ｚ', '😀']

function toApp(apps: readonly DrawnApp[], place: number, index: number): NaiveApp {
  const { name, platform, identified } = apps[place]!
  const ios = identified && platform === 'ios'
  // The first apps of all platforms share an identifier, and so on.
  const nth = apps.slice(0, place).filter((other) => other.platform === platform).length
  const identifier = `com.example.i${index}.n${nth}`
  return {
    appId: `${index}/${endings[place]}`,
    name,
    platform,
    storeId: ios ? index * 10 + nth : null,
    bundle: ios ? identifier : null,
    package: identified && platform !== 'ios' ? identifier : null,
  }
}

const toAppRow = (app: NaiveApp, publisher: string): AppRow => ({
  app_id: app.appId,
  publisher,
  app_name: app.name,
  platform: app.platform,
  ...(app.storeId !== null && { app_store_id: app.storeId }),
  ...(app.bundle !== null && { app_bundle_id: app.bundle }),
  ...(app.package !== null && { android_package: app.package }),
})

const days = ['2026-02-26', '2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02', '2026-03-03']
/** The days of questions: from one day before the first figures to a week after the last. */
const calendar = [
  '2026-02-25',
  ...days,
  ...['2026-03-04', '2026-03-05', '2026-03-06', '2026-03-07', '2026-03-08', '2026-03-09'],
  '2026-03-10',
]

const toFigure = (figure: DrawnFigure, apps: readonly NaiveApp[]): NaiveFigure => ({
  ...figure,
  date: days[figure.day]!,
  appId: apps[figure.app % apps.length]!.appId,
})

const toFigureRow = (figure: NaiveFigure): FigureRow => ({
  date: figure.date,
  app_id: figure.appId,
  network: figure.network,
  format: figure.format,
  country: figure.country,
  impressions: Number(figure.impressions),
  ...(figure.clicks !== null && { clicks: Number(figure.clicks) }),
  revenue: decimal(figure.micros),
  ...(figure.adTag !== null && { ad_tag: figure.adTag }),
})

function decimal(micros: bigint): string {
  const digits = (micros < 0n ? -micros : micros).toString().padStart(7, '0')
  return `${micros < 0n ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`
}

async function expectApplications(publisher: Publisher): Promise<void> {
  const { username: developer, key } = publisher
  const { body } = await servers.get(applicationsPath, { developer, key })
  const { data } = parseExactly(body) as { data: { api_url: unknown }[] }
  const taken = data.map((record) => {
    const { origin, pathname, searchParams } = new URL(String(record.api_url))
    const api_url = { address: origin + pathname, query: Object.fromEntries(searchParams) }
    return { ...record, api_url }
  })
  const query = { developer, key, start_date: '2026-03-04', end_date: '2026-03-10' }
  expect({ data: taken }).toStrictEqual(naiveApplications(publisher, { baseUrl, query }))
}

async function expectStats(publisher: Publisher, drawn: DrawnQuestion): Promise<void> {
  const { question, query } = toQuestion(publisher, drawn)
  const answer = await ask(publisher, query, drawn.style)
  expect(answer).toStrictEqual(naiveStats(publisher, question))
}

async function ask(
  { username, key }: Publisher,
  query: Query,
  { bearer, gzip, slash }: DrawnQuestion['style'],
): Promise<unknown> {
  const response = await servers.get(
    slash ? `${statsPath}/` : statsPath,
    { developer: username, ...(!bearer && { key }), ...query },
    {
      ...(bearer && { authorization: `Bearer ${key}` }),
      ...(gzip && { 'accept-encoding': 'gzip' }),
    },
  )
  expect(response.statusCode, response.body).toBe(200)
  const bytes = gzip ? gunzipSync(response.rawPayload) : response.rawPayload
  return parseExactly(bytes.toString())
}

/** Turns a drawn question into its meaning and its request. */
function toQuestion(
  { apps }: NaiveAccount,
  { firstDay, dayCount, selector, countries, networks, groupBy, style }: DrawnQuestion,
): { question: NaiveQuestion; query: Query } {
  const start_date = calendar[firstDay + 1]!
  const end_date = calendar[firstDay + dayCount]!
  const at = (index: number) => apps[index % apps.length]!
  const list = (values: readonly string[] | null, cased = (text: string) => text) =>
    values && (style.repeated ? values.map(cased) : values.map(cased).join(','))
  const letters = (text: string) => (style.upper ? text.toUpperCase() : text.toLowerCase())

  const chosen =
    selector.kind === 'none'
      ? { appIds: null, query: {} }
      : selector.kind === 'ids'
        ? selectByIds(selector.apps.map((index) => at(index).appId))
        : selectByIdentifier(at(selector.app), selector.which)
  function selectByIds(ids: readonly string[]) {
    return { appIds: ids, query: { app_id: list(ids)! } }
  }
  return {
    question: {
      firstDate: start_date,
      lastDate: end_date,
      appIds: chosen.appIds,
      countries,
      networks,
      groupBy,
    },
    query: {
      start_date,
      end_date,
      ...chosen.query,
      geo: list(countries, letters) ?? undefined,
      network: list(networks, letters) ?? undefined,
      group_by: groupBy ?? undefined,
    },
  }
}

function selectByIdentifier(app: NaiveApp, which: number): { appIds: string[]; query: Query } {
  const { appId, platform, storeId, bundle, package: androidPackage } = app
  const appIds = [appId]
  if (androidPackage !== null) {
    const spoken = platform === 'amazon' || which === 1
    return { appIds, query: { android_package: androidPackage, ...(spoken && { platform }) } }
  }
  if (storeId === null || bundle === null) return { appIds, query: { app_id: appId } }
  return {
    appIds,
    query: which === 0 ? { app_store_id: String(storeId) } : { app_bundle_id: bundle },
  }
}

interface Part {
  readonly impressions: { readonly written: string }
  readonly revenue_in_cents: { readonly written: string }
}

/** Expects the parts of every breakdown to add up to the same total. */
async function expectPartsAddUp(publisher: Publisher, drawn: DrawnQuestion): Promise<void> {
  const every = publisher.apps.map((_app, index) => index)
  const whole = { ...drawn, selector: { kind: 'ids', apps: every }, groupBy: null } as const
  const read = (more: Partial<DrawnQuestion>) =>
    ask(publisher, toQuestion(publisher, { ...whole, ...more }).query, drawn.style)
  const [detail, apps, networks, formats, countries] = (await Promise.all([
    read({}),
    read({ selector: { kind: 'none' } }),
    read({ groupBy: 'network' }),
    read({ groupBy: 'format' }),
    read({ groupBy: 'country', selector: { kind: 'none' } }),
  ])) as [
    { aggregated_data: Part; data: { data: Part[] }[] },
    { data: { data: Part }[] },
    ...{ data: Part[] }[],
  ]
  const total = detail.aggregated_data
  for (const parts of [
    detail.data.flatMap((entry) => entry.data),
    apps.data.map((item) => item.data),
    networks!.data,
    formats!.data,
    countries!.data,
  ]) {
    const sum = (name: keyof Part) =>
      parts.reduce((added, part) => added + BigInt(part[name].written), 0n)
    expect(sum('impressions')).toBe(BigInt(total.impressions.written))
    // Each part, and the total, is at most half a cent off.
    const off = sum('revenue_in_cents') - BigInt(total.revenue_in_cents.written)
    expect(2n * (off < 0n ? -off : off)).toBeLessThanOrEqual(BigInt(parts.length) + 1n)
  }
}
