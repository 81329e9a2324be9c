import fc from 'fast-check'
import type { AppGroups } from '../../src/reporting/report-request.ts'
import { createAccount } from '../../src/use-cases/create-account.ts'
import { formatMicros } from '../../src/values/decimal.ts'
import { csv, type ImportSite } from '../import/import-site.ts'
import { batchOf, batchSize } from './batches.ts'
import { type DrawnRow, drawnDays, drawnRows } from './drawn-reports.ts'
import { type NaiveHistory, undoOne } from './naive-history.ts'
import type { ModelApp, ModelFigure } from './report-model.ts'

// Accounts with figures that are imported and withdrawn, in the store and in the model.

/** In the order of their keys. Two have one name, and ids sort otherwise than keys. */
const appsOf = (username: string) => [
  { appId: `${username}.z`, name: 'Rocket', platform: 'ios' },
  { appId: `${username}.a`, name: '😀', platform: 'android' },
  { appId: `${username}.ｚ`, name: 'Rocket', platform: 'android' },
  { appId: `${username}.B`, name: 'ｚ', platform: 'ios' },
]

// Every case has its own account. An import has rows of some accounts, and its undo concerns those.
export const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('import' as const),
      rows: batchOf(fc.option(drawnRows, { freq: 9, nil: [] })),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('undo' as const), which: fc.nat(9) }) },
)

export function groupsOf(apps: readonly ModelApp[], nameOf: (app: ModelApp) => string): AppGroups {
  const labels = [...new Set(apps.map(nameOf))].sort((a, b) =>
    Buffer.compare(Buffer.from(a), Buffer.from(b)),
  )
  return { labels, codes: new Map(apps.map((app) => [app.key, labels.indexOf(nameOf(app))])) }
}

export interface Studio {
  readonly username: string
  readonly key: string
  readonly id: number
  readonly apps: readonly ModelApp[]
}

/** Figures of all accounts of a batch after a ledger entry. */
export interface ReportState {
  readonly entry: number
  readonly figures: readonly ModelFigure[]
}

export type Step = typeof step extends fc.Arbitrary<infer Found> ? Found : never

/** @returns the ledger entry; null when there is nothing to import or to undo */
export async function take(
  one: Step,
  site: ImportSite,
  model: NaiveHistory,
  studios: readonly Studio[],
): Promise<number | null> {
  if (one.kind === 'undo') return undoOne(one.which, site, model)
  const figures = studios.flatMap(({ apps }, nth) =>
    one.rows[nth]!.map((row) => toFigure(row, apps)),
  )
  if (figures.length === 0) return null
  const file = await site.file('figures.csv', csv(figures.map(toLine), columns))
  const { import: id } = await site.importStats([file])
  const slices = Map.groupBy(figures, ({ date, app, network }) => `${date} ${app.key} ${network}`)
  model.import(
    id,
    new Map([...slices].map(([slice, of]) => [slice, of.map((figure) => writeFigure(figure))])),
  )
  return id
}

const columns =
  'date,app_id,network,format,country,ad_tag,impressions,clicks,installs,requests,matched_requests,revenue'

const toLine = (figure: ModelFigure) =>
  [
    ...[figure.date, figure.app.appId, figure.network, figure.format, figure.country],
    ...[figure.adTag, figure.impressions, figure.clicks, figure.installs, figure.requests],
    ...[figure.matchedRequests, formatMicros(figure.revenueMicros)],
  ].join(',')

const toFigure = (
  { day, app, micros, ...row }: DrawnRow,
  apps: readonly ModelApp[],
): ModelFigure => ({
  ...row,
  date: drawnDays[day]!,
  app: apps[app]!,
  revenueMicros: micros,
})

const writeFigure = (figure: ModelFigure) =>
  JSON.stringify(figure, (_, value) => (typeof value === 'bigint' ? `${value}n` : value))

export const parseFigure = (text: string) =>
  JSON.parse(text, (_, value) =>
    typeof value === 'string' && /^-?\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value,
  ) as ModelFigure

let accounts = 0

export async function newStudios(site: ImportSite): Promise<Studio[]> {
  const names = Array.from({ length: batchSize }, () => `report-${accounts++}`)
  const keys = new Map<string, string>()
  for (const username of names) {
    keys.set(username, (await site.call(createAccount, { username })).key)
  }
  const lines = names.flatMap((username) =>
    appsOf(username).map(({ appId, name, platform }) => `${appId},${username},${name},${platform}`),
  )
  await site.importApps(csv(lines, 'app_id,publisher,app_name,platform'))
  return Promise.all(
    names.map(async (username) => {
      const { id } = await site.installation.accounts.get(username)
      const appKeys = new Map(
        (await site.installation.apps.ofAccount(id)).map((app) => [app.appId, app.key]),
      )
      const apps = appsOf(username).map((app) => ({ ...app, key: appKeys.get(app.appId)! }))
      return { username, id, apps, key: keys.get(username)! }
    }),
  )
}
