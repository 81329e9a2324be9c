import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { OnProgress } from '../sources/import-progress.ts'
import { temporaryFolder } from '../sources/readers/temporary-folder.ts'
import { addSampleConnections } from '../use-cases/connections/add-samples.ts'
import { createAccount } from '../use-cases/create-account.ts'
import { refuse } from '../use-cases/demo-refusals.ts'
import { importApps as importAppFiles } from '../use-cases/import-apps.ts'
import { importCommunity as importRecords } from '../use-cases/import-community.ts'
import { importFigures } from '../use-cases/import-figures.ts'
import { listAccounts } from '../use-cases/list-accounts.ts'
import { importRates } from '../use-cases/rates/import-rates.ts'
import { setPassword } from '../use-cases/set-password.ts'
import type { Call } from '../use-cases/use-case.ts'
import { addDays, type Day, type DaySpan, formatDay, parseDay } from '../values/day.ts'
import { cohortDays, demoCohorts, demoSpend } from './acquisition.ts'
import { demoActivity } from './activity.ts'
import { demoApps } from './apps.ts'
import { demoAudience } from './audience.ts'
import { demoRates, inDollars } from './demo-rates.ts'
import { type DemoSize, demoDefaults } from './demo-size.ts'
import { earlyStats } from './early-stats.ts'
import { demoGames } from './games.ts'
import { installMoney } from './install-money.ts'
import { hasTroubles, withoutLate } from './late-reports.ts'
import { mediationReport, mediationStats } from './mediation.ts'
import { demoStats } from './stats.ts'
import { demoUsers } from './users.ts'
import { waterfallDetails } from './waterfalls.ts'

export const demoUsername = 'demo'

/** The state of a data directory's demo, stored in a file. */
interface DemoNote extends DemoSize {
  /** The last day with figures; null while there are none. */
  readonly lastDay: string | null
  /** The demo account's password for the dashboard. */
  readonly password: string
}

export interface DemoServices {
  readonly call: Call
  /** The file of the {@link DemoNote}. */
  readonly notePath: string
  readonly workDirectory: string
  readonly today: Day
}

/**
 * Creates a demo whose figures end yesterday, or adds the days since the last installation.
 *
 * @param size null for the size of the existing demo, or the default size
 * @returns whether anything changed
 * @throws Refusal when the directory contains other data, or a demo of another size
 */
export async function installDemo(
  size: DemoSize | null,
  services: DemoServices,
  onProgress: OnProgress,
): Promise<boolean> {
  const { call, notePath, today } = services
  const note = await readNote(notePath)
  if (note && size && !sameSize(note, size)) {
    const { apps, days, seed, currency } = note
    throw refuse('other_demo', { apps, days, seed, currency })
  }
  const usernames = (await call(listAccounts, {})).map(({ username }) => username)
  if (!note && usernames.length > 0) throw refuse('not_a_demo', {})
  const wanted = note ?? size ?? demoDefaults
  const password = note?.password ?? randomBytes(9).toString('base64url')
  const lastDay = addDays(today, -1)
  const present = note?.lastDay ? parseDay(note.lastDay)! : addDays(lastDay, -wanted.days)
  if (present >= lastDay && note?.password) return false
  // Written first, so that an interrupted installation can continue.
  if (!note) await writeNote(notePath, wanted, password, null)
  if (!usernames.includes(demoUsername)) {
    await call(createAccount, { username: demoUsername, currency: wanted.currency })
  }
  if (!note?.lastDay || !note.password) {
    await call(setPassword, { username: demoUsername, password })
  }
  if (present < lastDay) {
    const span = { firstDay: addDays(present, 1), lastDay }
    await importApps(wanted, services)
    if (!note?.lastDay) await importCommunity(wanted, span.firstDay, services, onProgress)
    await importActivity(wanted, span, services, onProgress)
    await importStats(wanted, span, note?.lastDay != null, services, onProgress)
    await installMoney(wanted, span.firstDay, services)
    if (hasTroubles(wanted)) await call(addSampleConnections, { username: demoUsername })
  }
  await writeNote(notePath, wanted, password, lastDay)
  return true
}

const sameSize = (a: DemoSize, b: DemoSize): boolean =>
  a.apps === b.apps && a.days === b.days && a.seed === b.seed && a.currency === b.currency

export async function demoPassword(notePath: string): Promise<string | null> {
  return (await readNote(notePath))?.password ?? null
}

async function readNote(path: string): Promise<DemoNote | null> {
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text === null) return null
  const note = JSON.parse(text) as DemoNote
  // Notes of 0.1 have no currency.
  return { ...note, currency: note.currency ?? demoDefaults.currency }
}

async function writeNote(
  path: string,
  { apps, days, seed, currency }: DemoSize,
  password: string,
  last: Day | null,
) {
  const lastDay = last === null ? null : formatDay(last)
  const note: DemoNote = { apps, days, seed, currency, lastDay, password }
  await writeFile(`${path}.new`, `${JSON.stringify(note)}\n`, { mode: 0o600 })
  await rename(`${path}.new`, path)
}

async function importApps({ seed, apps }: DemoSize, services: DemoServices): Promise<void> {
  const rows = demoApps(seed, apps).map((app) => ({
    app_id: app.appId,
    publisher: demoUsername,
    app_name: app.appName,
    platform: app.platform,
    app_store_id: app.appStoreId,
    app_bundle_id: app.appBundleId,
    android_package: app.androidPackage,
  }))
  await withFile('apps.ndjson', ndjson(rows), services, (file) =>
    services.call(importAppFiles, {}, { files: [file] }),
  )
}

/** Imports games and users, which do not change when days are added. */
async function importCommunity(
  { seed, apps }: DemoSize,
  firstDay: Day,
  services: DemoServices,
  onProgress: OnProgress,
): Promise<void> {
  const games = demoGames(seed, apps, firstDay).map((game) => ({
    id: game.id,
    name: game.name,
    platforms: game.platforms,
    developer: game.developer,
    genre: game.genre,
    description: game.description,
    released_on: game.releasedOn,
    app_id: game.appId,
    created_at: `${game.releasedOn}T00:00:00Z`,
  }))
  const users = demoUsers(seed, firstDay).map((user) => ({
    id: user.id,
    username: user.username,
    display_name: user.displayName,
    country_code: user.countryCode,
    joined_at: user.joinedAt,
  }))
  for (const [kind, rows] of [
    ['games', games],
    ['users', users],
  ] as const) {
    await withFile(`${kind}.ndjson`, ndjson(rows), services, (file) =>
      services.call(importRecords, { kind }, { files: [file], onProgress }),
    )
  }
}

async function importActivity(
  { seed, apps }: DemoSize,
  span: DaySpan,
  services: DemoServices,
  onProgress: OnProgress,
): Promise<void> {
  const games = demoGames(seed, apps, span.firstDay)
  const rows = demoActivity(seed, games, span).map((activity) => ({
    id: activity.id,
    type: activity.type,
    platform: activity.platform,
    created_at: activity.createdAt,
    user_id: activity.userId,
    game_id: activity.gameId,
    text: activity.text,
  }))
  await withFile('activity.ndjson', ndjson(rows), services, (file) =>
    services.call(importRecords, { kind: 'activity' }, { files: [file], onProgress }),
  )
}

function* ndjson(rows: Iterable<object>): Generator<string> {
  for (const row of rows) yield `${JSON.stringify(row)}\n`
}

/** @param isLater whether there are earlier figures, whose last day may lack reports that have arrived since */
async function importStats(
  size: DemoSize,
  span: DaySpan,
  isLater: boolean,
  services: DemoServices,
  onProgress: OnProgress,
): Promise<void> {
  const { seed, apps: appCount, currency } = size
  const options = { seed, appCount, ...span }
  const again = { ...options, firstDay: addDays(span.firstDay, isLater ? -1 : 0) }
  const paid = (rows: Iterable<string>) => (currency === 'USD' ? rows : inDollars(rows))
  const reported = (stats: Iterable<string>) =>
    paid(hasTroubles(size) ? withoutLate(stats, span.lastDay) : stats)
  const grown = { ...options, firstDay: addDays(span.firstDay, isLater ? -cohortDays : 0) }
  const reports = [
    ['early.csv', reported(earlyStats(options)), {}],
    ['demo.csv', reported(demoStats(again)), {}],
    ['mediation.csv', reported(mediationStats(again)), { as: mediationReport }],
    ['waterfalls.csv', reported(waterfallDetails(again)), {}],
    ['users.csv', demoAudience(options), {}],
    ['spend.csv', paid(demoSpend(options)), {}],
    ['cohorts.csv', paid(demoCohorts(grown)), {}],
  ] as const
  if (currency !== 'USD') {
    await withFile('demo-rates.csv', demoRates(currency, span), services, (file) =>
      services.call(importRates, {}, { files: [file] }),
    )
  }
  for (const [name, chunks, request] of reports) {
    await withFile(name, chunks, services, (file) =>
      services.call(importFigures, request, { files: [file], onProgress }),
    )
  }
}

async function withFile<Result>(
  name: string,
  text: Iterable<string>,
  { workDirectory }: DemoServices,
  work: (file: { name: string; path: string }) => Promise<Result>,
): Promise<Result> {
  await using folder = await temporaryFolder(workDirectory, 'demo-')
  const path = join(folder.path, name)
  await pipeline(Readable.from(text), createWriteStream(path))
  return await work({ name, path })
}
