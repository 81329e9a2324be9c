import type { Account } from '../../publishers/account.ts'
import type { App } from '../../publishers/app.ts'
import type { MetricName, Sums } from '../../reporting/metrics.ts'
import type { DimensionColumn, ReportChunk, ReportRows } from '../../reporting/report-store.ts'
import { sumsReader } from '../../reporting/run-report.ts'
import { csvCell, withoutFormula } from '../../values/csv.ts'
import { type Day, formatDay } from '../../values/day.ts'
import { Turns } from '../../values/turns.ts'
import { type Utf8Text, Utf8Writer, utf8 } from '../answer/utf8-writer.ts'
import { writeMetric } from '../answer/write-metrics.ts'
import type { StatsQuestion } from './to-request.ts'
import { groupMember, sortedGroups } from './to-response.ts'

const groupMetrics: readonly MetricName[] = ['impressions', 'revenueCents', 'ecpmCents']
const groupColumns = 'impressions,revenue_in_cents,ecpm_cents'
const detailMetrics: readonly MetricName[] = ['revenueCents', 'impressions', 'clicks', 'ecpmCents']
const detailColumns =
  'date,app_id,app_name,network,platform,format,country_code,currency,revenue_in_cents,impressions,clicks,ecpm_cents'

/** The CSV of figures (RFC 4180), with the names and values of the JSON. */
export async function* statsCsv(
  rows: ReportRows,
  { groupBy, selector }: StatsQuestion,
  apps: readonly App[],
  { currency }: Account,
): AsyncGenerator<Uint8Array> {
  const text = new Utf8Writer()
  const turns = new Turns()
  const line = (names: string, metrics: readonly MetricName[], sums: Sums) => {
    text.string(names)
    writeRest(text, metrics, sums)
  }
  if (groupBy) {
    text.string(`${groupMember[groupBy]},${groupColumns}\r\n`)
    for (const { key, sums } of await sortedGroups(rows)) {
      line(cellsOf(String(key)), groupMetrics, sums)
    }
  } else if (selector.kind === 'all') {
    text.string(`app_id,app_name,${groupColumns}\r\n`)
    const sums = new Map((await sortedGroups(rows)).map((group) => [group.key, group.sums]))
    for (const [place, { key, appId, name }] of apps.entries()) {
      line(cellsOf(appId, name), groupMetrics, sums.get(key) ?? {})
      if (place % rowsPerPiece < rowsPerPiece - 1) continue
      yield* text.takeFull()
      await turns.take(rowsPerPiece)
    }
  } else {
    text.string(`${detailColumns}\r\n`)
    const names = new DetailNames(apps, currency)
    for await (const chunk of rows.chunks) {
      const sumsAt = sumsReader(chunk)
      for (let row = 0; row < chunk.rowCount; row++) {
        names.write(text, chunk, row)
        writeRest(text, detailMetrics, sumsAt(row))
        if (row % rowsPerPiece < rowsPerPiece - 1) continue
        yield* text.takeFull()
        await turns.take(rowsPerPiece)
      }
      yield* text.takeFull()
    }
  }
  yield* text.takeAll()
}

/** The number of rows after which full pieces are passed on. */
const rowsPerPiece = 1_024
const comma = utf8(',')
const lineEnd = utf8('\r\n')

const cellsOf = (...cells: readonly string[]): string =>
  cells.map((cell) => csvCell(withoutFormula(cell))).join(',')

function writeRest(text: Utf8Writer, metrics: readonly MetricName[], sums: Sums): void {
  for (const metric of metrics) {
    text.raw(comma)
    writeMetric(text, metric, sums)
  }
  text.raw(lineEnd)
}

/** Writes the cells before the metrics. Each name is encoded once. */
class DetailNames {
  readonly #apps: ReadonlyMap<number, { readonly names: Utf8Text; readonly platform: Utf8Text }>
  readonly #networks: Utf8Text[] = []
  readonly #formats: Utf8Text[] = []
  readonly #countries: Utf8Text[] = []
  readonly #currency: string
  #day = -1
  #date = utf8('')

  constructor(apps: readonly App[], currency: string) {
    this.#currency = currency
    this.#apps = new Map(
      apps.map(({ key, appId, name, platform }) => [
        key,
        {
          names: utf8(`,${cellsOf(appId, name)},`),
          platform: utf8(`,${cellsOf(platform)},`),
        },
      ]),
    )
  }

  write(text: Utf8Writer, { dimensions }: ReportChunk, row: number): void {
    const { day, app, network, format, country } = dimensions as Required<typeof dimensions>
    const { names, platform } = this.#apps.get(app.codes[row]!)!
    text.raw(this.#dateOf(day.codes[row]!))
    text.raw(names)
    text.raw(nameAt(this.#networks, network, row, cellsOf))
    text.raw(platform)
    text.raw(nameAt(this.#formats, format, row, cellsOf))
    text.raw(nameAt(this.#countries, country, row, (name) => `,${cellsOf(name, this.#currency)}`))
  }

  #dateOf(day: number): Utf8Text {
    if (day !== this.#day) this.#date = utf8(cellsOf(formatDay(day as Day)))
    this.#day = day
    return this.#date
  }
}

function nameAt(
  names: Utf8Text[],
  { codes, labels }: DimensionColumn,
  row: number,
  cells: (name: string) => string,
): Utf8Text {
  const code = codes[row]!
  const known = names[code]
  if (known) return known
  const name = utf8(cells(labels![code]!))
  names[code] = name
  return name
}
