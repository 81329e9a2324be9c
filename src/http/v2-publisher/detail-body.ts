import type { App } from '../../publishers/app.ts'
import { metrics } from '../../reporting/metrics.ts'
import type { ReportChunk, ReportRows } from '../../reporting/report-store.ts'
import { type Day, formatDay } from '../../values/day.ts'
import { divideRounded, toExact } from '../../values/exact-integer.ts'
import { Utf8Writer, utf8 } from '../answer/utf8-writer.ts'
import { writeMetrics } from '../answer/write-metrics.ts'

const impressionsMember = utf8(',"impressions":')
const clicksMember = utf8(',"clicks":')
const ecpmMember = utf8(',"ecpm_cents":')
const comma = utf8(',')
const endOfCountry = utf8('}')
const endOfEntry = utf8(']}')
const { revenueCents: cents, ecpmCents: ecpm } = metrics

/** Format codes have 16 bits. */
const codesPerFormat = 65_536

/**
 * Figures of selected apps: an entry for each day, app, network and format, with its countries.
 * Written chunk by chunk, so that memory does not grow with the answer.
 */
export async function* detailBody(rows: ReportRows, apps: readonly App[], currency: string) {
  const json = new Utf8Writer()
  json.raw(utf8('{"stats":"full","aggregated_data":{'))
  writeMetrics(
    json,
    [
      ['impressions', 'impressions'],
      ['revenue_in_cents', 'revenueCents'],
      ['clicks', 'clicks'],
      ['ecpm_cents', 'ecpmCents'],
    ],
    rows.totals[0]?.sums ?? {},
  )
  json.raw(utf8('},"data":['))
  const writer = new EntryWriter(json, apps, currency)
  for await (const chunk of rows.chunks) {
    writer.write(chunk)
    yield* json.takeFull()
  }
  writer.end()
  json.raw(utf8(']}'))
  yield* json.takeAll()
}

/** Writes rows of (day, app, network, format, country); rows that differ only in country share an entry. */
class EntryWriter {
  readonly #json: Utf8Writer
  readonly #apps: ReadonlyMap<number, App>
  readonly #currency: string
  /** The start of each country's object, by country code. */
  readonly #countryOpenings: Uint8Array[] = []
  /** By app, then by network and format. */
  readonly #entryOpenings = new Map<number, Map<number, Uint8Array>>()
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

  write({ rowCount, dimensions, sums }: ReportChunk): void {
    if (rowCount === 0) return
    const { day, app, network, format, country } = dimensions as Required<typeof dimensions>
    const { impressions, clicks, revenueMicros } = sums as Required<typeof sums>
    const json = this.#json
    for (let row = 0; row < rowCount; row++) {
      const opened = this.#openEntry(
        day.codes[row]!,
        app.codes[row]!,
        network.codes[row]!,
        format.codes[row]!,
        network.labels!,
        format.labels!,
      )
      if (!opened) json.raw(comma)
      const shown = toExact(impressions[row]!)
      const micros = toExact(revenueMicros[row]!)
      json.raw(this.#countryOpening(country.codes[row]!, country.labels!))
      json.number(divideRounded(micros, cents.factor, cents.per), cents.decimals)
      json.raw(impressionsMember)
      json.number(shown, 0)
      json.raw(clicksMember)
      json.number(toExact(clicks[row]!), 0)
      json.raw(ecpmMember)
      json.number(divideRounded(micros, ecpm.factor, shown), ecpm.decimals)
      json.raw(endOfCountry)
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
    this.#json.raw(this.#date)
    this.#json.raw(this.#entryOpening(app, network, format, networks, formats))
    return true
  }

  /** An entry's members between its date and its countries. */
  #entryOpening(
    app: number,
    network: number,
    format: number,
    networks: readonly string[],
    formats: readonly string[],
  ): Uint8Array {
    let ofApp = this.#entryOpenings.get(app)
    if (!ofApp) {
      ofApp = new Map()
      this.#entryOpenings.set(app, ofApp)
    }
    const place = network * codesPerFormat + format
    let opening = ofApp.get(place)
    if (!opening) {
      const { appId, name, platform } = this.#apps.get(app)!
      const members = {
        app_id: appId,
        app_name: name,
        network: networks[network],
        platform,
        format: formats[format],
      }
      opening = utf8(`${JSON.stringify(members).slice(1, -1)},"data":[`)
      ofApp.set(place, opening)
    }
    return opening
  }

  #countryOpening(code: number, labels: readonly string[]): Uint8Array {
    let opening = this.#countryOpenings[code]
    if (!opening) {
      const members = { country_code: labels[code], currency: this.#currency }
      opening = utf8(`${JSON.stringify(members).slice(0, -1)},"revenue_in_cents":`)
      this.#countryOpenings[code] = opening
    }
    return opening
  }
}
