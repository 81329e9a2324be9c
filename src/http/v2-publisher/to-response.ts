import { type App, isListed } from '../../publishers/app.ts'
import type { ReportRows } from '../../reporting/report-store.ts'
import { collectGroups, type ReportGroup } from '../../reporting/run-report.ts'
import { Turns } from '../../values/turns.ts'
import { type Utf8Text, Utf8Writer, utf8 } from '../answer/utf8-writer.ts'
import { metricMembers, writeMetrics } from '../answer/write-metrics.ts'

const groupMetrics = metricMembers([
  ['impressions', 'impressions'],
  ['revenue_in_cents', 'revenueCents'],
  ['ecpm_cents', 'ecpmCents'],
])
const comma = utf8(',')
const endOfApp = utf8('}}')
const endOfGroup = utf8('}')

/** The beginnings of apps' records, which are in many answers. */
const appOpenings = new WeakMap<App, Utf8Text>()

/** The name of a group, by what it groups. */
const groupMember = {
  network: 'ad_network',
  format: 'format',
  country: 'country_code',
} as const

/**
 * Figures without a selector: every app of the account, including those without figures. Archived,
 * merged and deleted apps are listed when they have figures.
 */
export async function* allAppsBody(rows: ReportRows, apps: readonly App[]) {
  const sums = new Map((await collectGroups(rows)).map((group) => [group.key, group.sums]))
  const json = new Utf8Writer()
  const listed = apps.filter((app) => isListed(app) || sums.has(app.key))
  yield* list(json, '{"data":[', listed, (app) => {
    json.raw(appOpenings.get(app) ?? openApp(app))
    writeMetrics(json, groupMetrics, sums.get(app.key) ?? {})
    json.raw(endOfApp)
  })
}

function openApp(app: App): Utf8Text {
  const members = { app_name: app.name, app_id: app.appId }
  const opening = utf8(`${JSON.stringify(members).slice(0, -1)},"data":{`)
  appOpenings.set(app, opening)
  return opening
}

/** Figures with `group_by`: groups by revenue, highest first, then by name. */
export async function* groupedBody(rows: ReportRows, groupBy: keyof typeof groupMember) {
  const groups = await sortedGroups(rows)
  const json = new Utf8Writer()
  const opening = `{"stats":"full","group_by":"${groupBy}","data":[`
  yield* list(json, opening, groups, ({ key, sums }) => {
    json.string(`{"${groupMember[groupBy]}":${JSON.stringify(key)},`)
    writeMetrics(json, groupMetrics, sums)
    json.raw(endOfGroup)
  })
}

/** The number of items after which full pieces are passed on. */
const itemsPerPiece = 1_024

/** By revenue, highest first, then by name. */
const sortedGroups = async (rows: ReportRows): Promise<ReportGroup[]> =>
  (await collectGroups(rows)).sort(byRevenueThenName)

function byRevenueThenName(a: ReportGroup, b: ReportGroup): number {
  const [first, second] = [a.sums.revenueMicros ?? 0, b.sums.revenueMicros ?? 0]
  if (first !== second) return first < second ? 1 : -1
  return a.key < b.key ? -1 : 1
}

async function* list<Item>(
  json: Utf8Writer,
  opening: string,
  items: readonly Item[],
  write: (item: Item) => void,
) {
  json.string(opening)
  const turns = new Turns()
  for (const [index, item] of items.entries()) {
    if (index > 0) json.raw(comma)
    write(item)
    if (index % itemsPerPiece < itemsPerPiece - 1) continue
    yield* json.takeFull()
    await turns.spend(itemsPerPiece)
  }
  json.string(']}')
  yield* json.takeAll()
}
