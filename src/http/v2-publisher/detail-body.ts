import type { App } from '../../publishers/app.ts'
import { metrics } from '../../reporting/metrics.ts'
import type { ReportChunk, ReportRows } from '../../reporting/report-store.ts'
import { asNumbers } from '../../reporting/sum-columns.ts'
import { type Day, formatDay } from '../../values/day.ts'
import { divideRounded, toExact } from '../../values/exact-integer.ts'
import { Turns } from '../../values/turns.ts'
import { type Utf8Text, Utf8Writer, utf8 } from '../answer/utf8-writer.ts'
import { metricMembers, writeMetrics } from '../answer/write-metrics.ts'

const totalMetrics = metricMembers([
  ['impressions', 'impressions'],
  ['revenue_in_cents', 'revenueCents'],
  ['clicks', 'clicks'],
  ['ecpm_cents', 'ecpmCents'],
])
const impressionsMember = utf8(',"impressions":')
const clicksMember = utf8(',"clicks":')
const ecpmMember = utf8(',"ecpm_cents":')
const comma = utf8(',')
const endOfEntry = utf8('}]}')
const { revenueCents: cents, ecpmCents: ecpm } = metrics

/** The number of rows after which full pieces are passed on. */
const rowsPerPiece = 1_024

/**
 * Figures of selected apps: an entry for each day, app, network and format, with its countries.
 * Written chunk by chunk, so that memory does not grow with the answer.
 */
export async function* detailBody(rows: ReportRows, apps: readonly App[], currency: string) {
  const json = new Utf8Writer()
  json.raw(utf8('{"stats":"full","aggregated_data":{'))
  writeMetrics(json, totalMetrics, rows.totals[0]?.sums ?? {})
  json.raw(utf8('},"data":['))
  const writer = new EntryWriter(json, apps, currency)
  const turns = new Turns()
  for await (const chunk of rows.chunks) {
    const figures = readable(chunk)
    for (let row = 0; row < chunk.rowCount; row += rowsPerPiece) {
      const end = Math.min(row + rowsPerPiece, chunk.rowCount)
      writer.write(figures, row, end)
      yield* json.takeFull()
      await turns.spend(end - row)
    }
  }
  writer.end()
  json.raw(utf8(']}'))
  yield* json.takeAll()
}

/** The columns of a chunk, with sums as numbers where they are safe. */
function readable({ dimensions, sums }: ReportChunk) {
  const { impressions, clicks, revenueMicros } = sums as Required<typeof sums>
  return {
    ...(dimensions as Required<typeof dimensions>),
    impressions: asNumbers(impressions),
    clicks: asNumbers(clicks),
    revenueMicros: asNumbers(revenueMicros),
  }
}

/** The parts of an entry's beginning that are of one app. */
interface AppTexts {
  readonly opening: Utf8Text
  /** Up to the format, by network code. */
  readonly networks: Utf8Text[]
}

/** Writes rows of (day, app, network, format, country); rows that differ only in country share an entry. */
class EntryWriter {
  readonly #json: Utf8Writer
  readonly #apps: ReadonlyMap<number, App>
  readonly #currency: string
  /** The start of each country's object, by country code: of the first one of an entry, and of others. */
  readonly #firstCountries: Utf8Text[] = []
  readonly #nextCountries: Utf8Text[] = []
  readonly #appTexts = new Map<number, AppTexts>()
  /** The text between the format's member and the countries, by format code. */
  readonly #formats: Utf8Text[] = []
  #day = -1
  #date = utf8('')
  #app = -1
  #network = -1
  #format = -1

  constructor(json: Utf8Writer, apps: readonly App[], currency: string) {
    this.#json = json
    this.#apps = new Map(apps.map((app) => [app.key, app]))
    this.#currency = currency
  }

  /** Writes the rows from `start` to before `end`. */
  write(figures: ReturnType<typeof readable>, start: number, end: number): void {
    const { day, app, network, format, country, impressions, clicks, revenueMicros } = figures
    const json = this.#json
    for (let row = start; row < end; row++) {
      const opened = this.#openEntry(
        day.codes[row]!,
        app.codes[row]!,
        network.codes[row]!,
        format.codes[row]!,
        network.labels!,
        format.labels!,
      )
      const shown = toExact(impressions[row]!)
      const micros = toExact(revenueMicros[row]!)
      const openings = opened ? this.#firstCountries : this.#nextCountries
      const code = country.codes[row]!
      json.raw(openings[code] ?? this.#openCountry(code, country.labels!, openings))
      json.number(divideRounded(micros, cents.factor, cents.per), cents.decimals)
      json.raw(impressionsMember)
      json.number(shown, 0)
      json.raw(clicksMember)
      json.number(toExact(clicks[row]!), 0)
      json.raw(ecpmMember)
      json.number(divideRounded(micros, ecpm.factor, shown), ecpm.decimals)
    }
  }

  /** Closes the open entry, if there is one. */
  end(): void {
    if (this.#day !== -1) this.#json.raw(endOfEntry)
  }

  /** @returns false when the row belongs to the open entry */
  #openEntry(
    day: number,
    app: number,
    network: number,
    format: number,
    networks: readonly string[],
    formats: readonly string[],
  ): boolean {
    const open = format === this.#format && network === this.#network
    if (open && app === this.#app && day === this.#day) return false
    this.end()
    const separated = this.#day !== -1
    if (day !== this.#day) this.#date = utf8(`{"date":"${formatDay(day as Day)}",`)
    this.#day = day
    this.#app = app
    this.#network = network
    this.#format = format
    if (separated) this.#json.raw(comma)
    const ofApp = this.#appTexts.get(app) ?? this.#learnApp(app)
    this.#json.raw(this.#date)
    this.#json.raw(ofApp.opening)
    this.#json.raw(ofApp.networks[network] ?? this.#learnNetwork(app, network, networks))
    this.#json.raw(this.#formats[format] ?? this.#learnFormat(format, formats))
    return true
  }

  #learnApp(app: number): AppTexts {
    const { appId, name } = this.#apps.get(app)!
    const opening = utf8(JSON.stringify({ app_id: appId, app_name: name }).slice(1, -1))
    const texts = { opening, networks: [] }
    this.#appTexts.set(app, texts)
    return texts
  }

  #learnNetwork(app: number, code: number, labels: readonly string[]): Utf8Text {
    const { platform } = this.#apps.get(app)!
    const text = utf8(`,${JSON.stringify({ network: labels[code], platform }).slice(1, -1)}`)
    this.#appTexts.get(app)!.networks[code] = text
    return text
  }

  #learnFormat(code: number, labels: readonly string[]): Utf8Text {
    const text = utf8(`,"format":${JSON.stringify(labels[code])},"data":[`)
    this.#formats[code] = text
    return text
  }

  #openCountry(code: number, labels: readonly string[], openings: Utf8Text[]): Utf8Text {
    const members = { country_code: labels[code], currency: this.#currency }
    const before = openings === this.#firstCountries ? '' : '},'
    const opening = utf8(`${before}${JSON.stringify(members).slice(0, -1)},"revenue_in_cents":`)
    openings[code] = opening
    return opening
  }
}
