import type { App } from '../../catalogue/app.ts'
import { deriveMeasure, type MeasureName, measures, type Sums } from '../../reporting/measures.ts'
import type { ReportRows } from '../../reporting/report-store.ts'
import { collectGroups, type ReportGroup } from '../../reporting/run-report.ts'
import { JsonBytes } from '../json-bytes.ts'

/** Figures as V2 names them. */
type WireMeasures = readonly (readonly [wireName: string, measure: MeasureName])[]

const groupMeasures: WireMeasures = [
  ['impressions', 'impressions'],
  ['revenue_in_cents', 'revenueCents'],
  ['ecpm_cents', 'ecpmCents'],
]

const groupMember = { network: 'ad_network', format: 'format', country: 'country_code' } as const

/** E2 without a selector: every app of the account, zeros included. */
export async function* allAppsBody(rows: ReportRows, apps: readonly App[]) {
  const sums = new Map((await collectGroups(rows)).map((group) => [group.key, group.sums]))
  const json = new JsonBytes()
  yield* list(json, '{"data":[', apps, ({ key, appId, name }) => {
    writeText(
      json,
      `{"app_name":${JSON.stringify(name)},"app_id":${JSON.stringify(appId)},"data":{`,
    )
    writeMeasures(json, groupMeasures, sums.get(key) ?? {})
    writeText(json, '}}')
  })
}

/** E2 with `group_by`: groups by revenue, largest first, then by name. */
export async function* groupedBody(rows: ReportRows, groupBy: keyof typeof groupMember) {
  const groups = (await collectGroups(rows)).sort(byRevenueThenName)
  const json = new JsonBytes()
  const opening = `{"stats":"full","group_by":"${groupBy}","data":[`
  yield* list(json, opening, groups, ({ key, sums }) => {
    writeText(json, `{"${groupMember[groupBy]}":${JSON.stringify(key)},`)
    writeMeasures(json, groupMeasures, sums)
    writeText(json, '}')
  })
}

function byRevenueThenName(a: ReportGroup, b: ReportGroup): number {
  const [first, second] = [a.sums.revenueMicros ?? 0, b.sums.revenueMicros ?? 0]
  if (first !== second) return first < second ? 1 : -1
  return a.key < b.key ? -1 : 1
}

const pieceBytes = 65_536

function* list<Item>(
  json: JsonBytes,
  opening: string,
  items: readonly Item[],
  write: (item: Item) => void,
) {
  writeText(json, opening)
  for (const [index, item] of items.entries()) {
    if (index > 0) writeText(json, ',')
    write(item)
    if (json.length > pieceBytes) yield json.take()
  }
  writeText(json, ']}')
  yield json.take()
}

/** Writes measures as members, without braces. */
export function writeMeasures(json: JsonBytes, wire: WireMeasures, sums: Sums): void {
  for (const [index, [name, measure]] of wire.entries()) {
    writeText(json, `${index > 0 ? ',' : ''}"${name}":`)
    json.number(deriveMeasure(measure, sums), measures[measure].decimals)
  }
}

function writeText(json: JsonBytes, text: string): void {
  json.raw(Buffer.from(text, 'utf8'))
}
