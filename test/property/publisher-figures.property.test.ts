import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseExactly, written } from '../fixtures/exact-json.ts'
import { openTemporaryInstallation, type TestInstallation } from '../fixtures/installation.ts'
import { baseUrl, type Query } from '../fixtures/report-server.ts'
import { statsPath } from '../fixtures/v2-publisher.ts'
import { batchOf, caseCount, checkBatches, propertyTimeoutMs } from './batches.ts'
import { MemoryServers } from './memory-servers.ts'
import {
  hasAppLevel,
  identifierOf,
  type NaiveGame,
  type NaiveGameFigure,
  type NaiveGameQuestion,
  type NaiveRecord,
  naiveRecords,
  platformOf,
} from './naive-publisher.ts'

const dates = ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02']

let installation: TestInstallation
let servers: MemoryServers
beforeAll(async () => {
  installation = await openTemporaryInstallation({ inMemory: true, answerBytes: 0 })
  servers = new MemoryServers(installation)
})
afterAll(async () => {
  await servers.close()
  await installation.remove()
})

const names = ['Hop', 'hop, "two"', '=1+1', '@sum', '-x', '\tTab', 'مرحبا', '🎮 Game', 'a\nb']

const drawnFigure = fc.record({
  app: fc.nat(2),
  date: fc.constantFrom(...dates),
  network: fc.constantFrom('ownnet', 'ownnet', 'ownnet_exchange', 'admob'),
  format: fc.constantFrom('video', 'interstitial', 'rewarded', 'banner'),
  country: fc.constantFrom('US', 'DE'),
  adTag: fc.constantFrom('default', 'menu', 'Menu'),
  impressions: fc.oneof(fc.constant(0n), fc.bigInt(1n, 2_000n), fc.bigInt(0n, 10n ** 14n)),
  clicks: fc.bigInt(0n, 500n),
  installs: fc.bigInt(0n, 50n),
  micros: fc.oneof(
    fc.constant(0n),
    fc.bigInt(0n, 2_000n).map((halves) => halves * 5_000n),
    fc.bigInt(-50_000n, 50_000_000n),
    fc.bigInt(9_000_000_000_000_000n, 9_999_999_999_999_999n),
  ),
})

const drawnCase = fc.record({
  games: fc.array(
    fc.record({
      name: fc.constantFrom(...names),
      platform: fc.constantFrom('ios' as const, 'android' as const, 'amazon' as const),
      identified: fc.boolean(),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  figures: fc.uniqueArray(drawnFigure, {
    minLength: 1,
    maxLength: 25,
    selector: ({ app, date, network, format, country, adTag }) =>
      JSON.stringify([app, date, network, format, country, adTag]),
  }),
  questions: fc.array(
    fc.record({
      first: fc.nat(3),
      last: fc.nat(3),
      game: fc.option(fc.nat(2), { nil: null }),
      networks: fc.constantFrom(
        null,
        null,
        ['ownnet'],
        ['ownnet_exchange'],
        ['ownnet_exchange', 'ownnet'],
      ),
      creativeType: fc.constantFrom(null, null, 'video', 'interstitial', 'rewarded'),
      adTag: fc.constantFrom(null, null, null, 'menu', 'Menu', 'nothing'),
      slash: fc.boolean(),
    }),
    { minLength: 3, maxLength: 3 },
  ),
})

interface Publisher {
  readonly username: string
  readonly key: string
  readonly games: readonly NaiveGame[]
  readonly figures: readonly NaiveGameFigure[]
}

test(`${caseCount} random data sets agree: JSON, CSV, V2, links and a naive model`, {
  timeout: propertyTimeoutMs,
}, async () => {
  await checkBatches(batchOf(drawnCase), async (cases) => {
    const publishers = await importCases(cases)
    await Promise.all(
      publishers.map(async (publisher, index) => {
        for (const question of cases[index]!.questions) await expectAgreement(publisher, question)
        await expectV2(publisher)
      }),
    )
  })
  servers.expectMemoryAnswered({ bodies: false })
})

type Drawn = typeof drawnCase extends fc.Arbitrary<infer Case> ? Case : never
type DrawnQuestion = Drawn['questions'][number]

let accounts = 0

async function importCases(batch: readonly Drawn[]): Promise<Publisher[]> {
  const publishers: Publisher[] = []
  for (const { games: drawnGames, figures: drawnFigures } of batch) {
    const index = accounts++
    const username = `publisher-${index}`
    const games = drawnGames.map(({ name, platform, identified }, place): NaiveGame => {
      const ios = String(index * 10 + place + 1)
      const identifier = platform === 'ios' ? ios : `com.example.i${index}.n${place}`
      return {
        appId: `${index}.${place}`,
        name,
        platform,
        identifier: identified ? identifier : null,
      }
    })
    const figures = drawnFigures
      .filter(({ app }) => app < games.length)
      .map(({ app, ...figure }) => ({ ...figure, appId: games[app]!.appId }))
    const key = await installation.addAccount({ username })
    publishers.push({ username, key, games, figures })
  }
  await installation.importApps(
    publishers.flatMap(({ username, games }) =>
      games.map(({ appId, name, platform, identifier }) => ({
        app_id: appId,
        publisher: username,
        app_name: name,
        platform,
        ...(identifier !== null &&
          (platform === 'ios'
            ? { app_store_id: Number(identifier) }
            : { android_package: identifier })),
      })),
    ),
  )
  const rows = publishers.flatMap(({ figures }) =>
    figures.map((figure) => ({
      date: figure.date,
      app_id: figure.appId,
      network: figure.network,
      format: figure.format,
      country: (figure as { country?: string }).country ?? 'US',
      impressions: Number(figure.impressions),
      clicks: Number(figure.clicks),
      installs: Number(figure.installs),
      revenue: decimal(figure.micros),
      ad_tag: figure.adTag,
    })),
  )
  if (rows.length > 0) await servers.during(() => installation.importFigures(rows))
  return publishers
}

function decimal(micros: bigint): string {
  const digits = (micros < 0n ? -micros : micros).toString().padStart(7, '0')
  return `${micros < 0n ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`
}

async function expectAgreement(publisher: Publisher, drawn: DrawnQuestion): Promise<void> {
  const [first, last] = [Math.min(drawn.first, drawn.last), Math.max(drawn.first, drawn.last)]
  const game = drawn.game === null ? null : publisher.games[drawn.game % publisher.games.length]!
  const { networks, creativeType, adTag } = drawn
  const days = dates.slice(first, last + 1)
  const question: NaiveGameQuestion = { dates: days, game, networks, creativeType, adTag }
  const path = game
    ? `${publisher.username}/${platformOf(game)}/${encodeURIComponent(identifierOf(game))}`
    : publisher.username
  const query: Query = {
    start_date: days[0]!,
    end_date: days.at(-1)!,
    key: publisher.key,
    network: networks?.join(','),
    creative_type: creativeType ?? undefined,
    ad_tag: adTag ?? undefined,
    ...(game?.platform === 'amazon' && { platform: 'amazon' }),
  }
  const ask = (more: Query = {}) =>
    servers.get(`/api/publisher/${path}${drawn.slash ? '/' : ''}`, { ...query, ...more })

  const json = await ask()
  expect(json.statusCode, json.body).toBe(200)
  const body = parseExactly(json.body) as GameBody
  const appLevel = hasAppLevel(question)
  const found = recordsOf(body, appLevel)
  const expected = naiveRecords(publisher.games, publisher.figures, question, appLevel)
  expect(found.map(({ url: _url, ...record }) => record)).toStrictEqual(
    inOneOrder(expected.map((record) => wire(record, appLevel))),
  )
  expect(Object.keys(body.game_data)).toStrictEqual(days)
  await expectLinks(found, appLevel)
  const rows = naiveRecords(publisher.games, publisher.figures, question, game === null)
  expectCsv((await ask({ format: 'csv' })).body, rows)
}

interface GameBody {
  readonly game_data: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** The records of an answer in their order, each with its day. */
function recordsOf({ game_data }: GameBody, appLevel: boolean) {
  const records = Object.entries(game_data).flatMap(([date, day]) =>
    (appLevel ? Object.values(day) : [day]).map((record) => ({ date, ...(record as object) })),
  )
  return inOneOrder(records)
}

/** Sorts records, because JSON objects have no order and numeric keys lose theirs. */
function inOneOrder(records: readonly object[]): Record<string, unknown>[] {
  const order = (record: Record<string, unknown>) =>
    JSON.stringify([record.date, record.game_name, record.game_identifier])
  return [...(records as Record<string, unknown>[])].sort((a, b) =>
    Buffer.compare(Buffer.from(order(a)), Buffer.from(order(b))),
  )
}

function wire({ date, game, members }: NaiveRecord, appLevel: boolean) {
  const described = {
    game_identifier: identifierOf(game),
    game_name: game.name,
    game_platform: platformOf(game),
  }
  return { date, ...members, ...(appLevel && described) }
}

/** Expects each record's link to give that record. */
async function expectLinks(records: readonly Record<string, unknown>[], appLevel: boolean) {
  for (const record of records) {
    const url = String(record.url)
    expect(url.startsWith(`${baseUrl}/`)).toBe(true)
    const answer = await servers.get(url.slice(baseUrl.length))
    expect(answer.statusCode, answer.body).toBe(200)
    const [again, ...more] = recordsOf(parseExactly(answer.body) as GameBody, appLevelOf(url))
    expect(more).toEqual([])
    const plain = ({ game_identifier, game_name, game_platform, ...rest }: typeof record) => rest
    // On a day without rows, the app is missing from answers that list apps.
    if (again) expect(plain(again)).toStrictEqual(plain(record))
    else expect(appLevel && record.impressions).toStrictEqual(written('0'))
  }
}

const appLevelOf = (url: string) => /[?&](network|creative_type)=/.test(url)

const header =
  'Date,Identifier,Name,Platform,Impressions,Clicks,Installs,Revenue (cents),CPM ($),CTR,CVR'

function expectCsv(text: string, expected: readonly NaiveRecord[]): void {
  expect(text.endsWith('\r\n')).toBe(true)
  const [columns, ...rows] = parse(text, { record_delimiter: '\r\n' }) as string[][]
  expect(columns!.join(',')).toBe(header)
  expect(rows).toStrictEqual(
    expected.map(({ date, game, members }) => [
      ...[date, identifierOf(game)],
      /^[=+\-@\t\r]/.test(game.name) ? `'${game.name}` : game.name,
      platformOf(game),
      ...['impressions', 'clicks', 'installs', 'revenue_in_cents', 'cpm', 'ctr', 'cvr'].map(
        (name) => members[name]!.written,
      ),
    ]),
  )
}

/** Expects V2 to have equal impressions, clicks and cents of `ownnet` on the same days. */
async function expectV2({ username, key, games }: Publisher): Promise<void> {
  for (const game of games) {
    for (const date of dates) {
      const range = { start_date: date, end_date: date, key }
      const path = `/api/publisher/${username}/${platformOf(game)}/${encodeURIComponent(identifierOf(game))}`
      const amazon = game.platform === 'amazon' ? { platform: 'amazon' } : {}
      const [earlier, v2] = await Promise.all([
        servers.get(path, { ...range, ...amazon }),
        servers.get(statsPath, {
          ...range,
          developer: username,
          app_id: game.appId,
          network: 'ownnet',
        }),
      ])
      const [record] = recordsOf(parseExactly(earlier.body) as GameBody, false)
      const { aggregated_data: total } = parseExactly(v2.body) as {
        aggregated_data: Record<string, unknown>
      }
      for (const name of ['impressions', 'clicks', 'revenue_in_cents']) {
        expect(record![name]).toStrictEqual(total[name])
      }
    }
  }
}
