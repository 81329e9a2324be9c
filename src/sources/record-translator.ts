import { unknownCountry } from '../values/country.ts'
import type { Day } from '../values/day.ts'
import { formatDay } from '../values/day.ts'
import { unknownFormat } from '../values/identifier.ts'
import type { Platform } from '../values/platform.ts'
import { shownCharacters } from './bad-cells.ts'
import type { NetworkApp } from './network-app.ts'
import { countryOf } from './normalise/countries.ts'
import { networkOf } from './normalise/networks.ts'
import { plainCount, plainDecimal } from './normalise/numbers.ts'
import { platformAccepts, platformOf } from './normalise/platforms.ts'
import type { RowFault } from './readers/input-file.ts'
import { limitExceeded, type Reading } from './readers/reading.ts'
import { type ContextField, refuse } from './refusals.ts'
import type { NetworkSource, ReportedApp, SourceRecord } from './source.ts'

/** The app that a report without apps is about. */
export interface GivenApp {
  readonly appId: string
  readonly platform: Platform
}

/** What an import is told of a report that does not say it itself. */
export interface GivenContext {
  readonly day?: Day
  readonly app?: GivenApp
  readonly network?: string
}

/** What a report says in words that are not known here, and how many rows say it. */
export interface UnknownWords {
  readonly countries: Map<string, number>
  readonly formats: Map<string, number>
}

/** Cells in the order of `stagedColumns`, or what is wrong with the row. */
export type ReadRow = { readonly cells: readonly (string | null)[] } | { readonly fault: RowFault }

/** The reference that rows of the given app are staged under; those of networks have a colon. */
export const givenAppReference = 'given'

/** Brings the rows of one source into Adtally's words. */
export class RecordTranslator {
  readonly #source: NetworkSource
  readonly #given: GivenContext
  readonly #formats: ReadonlyMap<string, string>
  readonly #reading: Reading
  #checkedFile: string | null = null
  #says = { day: false, app: false }
  /** Every app that rows speak of, by the reference that stands in their `app_id`. */
  readonly apps = new Map<string, NetworkApp>()
  readonly unknown: UnknownWords = { countries: new Map(), formats: new Map() }

  constructor(source: NetworkSource, given: GivenContext, reading: Reading) {
    this.#reading = reading
    this.#source = source
    this.#given = given
    this.#formats = new Map(
      Object.entries(source.formats ?? {}).map(([word, format]) => [wordKey(word), format]),
    )
  }

  /** @throws Refusal when the report lacks what was not given, or has what was */
  toCells(record: SourceRecord, file: string): ReadRow {
    this.#checkContext(record, file)
    if (record.day && !this.#says.day) return { fault: surplus('day', record.day) }
    const app = this.#appReference(record.app ?? {}, file)
    if (typeof app === 'object' && app !== null) return app
    return {
      cells: [
        this.#day(record.day),
        app,
        this.#network(record.network),
        this.#format(record.format ?? ''),
        this.#country(record.country),
        plainCount(record.impressions) || null,
        record.clicks ? plainCount(record.clicks) : null,
        record.installs ? plainCount(record.installs) : null,
        record.revenue === '' ? null : plainDecimal(record.revenue),
        null,
        record.currency || this.#source.currency || 'USD',
      ],
    }
  }

  /**
   * What a report says and what is given complete each other, and never contradict. Its first row
   * tells what it says; where a later row lacks that, the row is bad.
   */
  #checkContext({ day, app, network }: SourceRecord, file: string): void {
    if (file === this.#checkedFile) return
    this.#checkedFile = file
    this.#says = { day: Boolean(day), app: networkAppIdOf(app) !== '' }
    const { day: givenDay, app: givenApp, network: givenNetwork } = this.#given
    const missing: ContextField[] = [
      ...(this.#says.day || givenDay !== undefined ? [] : (['day'] as const)),
      ...(this.#says.app || givenApp ? [] : (['app'] as const)),
    ]
    if (missing.length > 0) throw refuse('context_missing', { file, fields: missing })
    const repeated: ContextField[] = [
      ...(this.#says.day && givenDay !== undefined ? (['day'] as const) : []),
      ...(this.#says.app && givenApp ? (['app'] as const) : []),
      ...(network && givenNetwork !== undefined ? (['network'] as const) : []),
    ]
    if (repeated.length > 0) throw refuse('context_repeated', { file, fields: repeated })
  }

  #day(day: string | undefined): string | null {
    if (!day) return this.#says.day ? null : formatDay(this.#given.day!)
    const [, year, month, date] = /^(\d{4})-?(\d{2})-?(\d{2})(?=$|[T ])/.exec(day) ?? []
    return year === undefined ? day : `${year}-${month}-${date}`
  }

  #network(network: string | undefined): string {
    if (!network) return this.#given.network ?? this.#source.network
    return networkOf(network) ?? network
  }

  #appReference(app: ReportedApp, file: string): string | null | { fault: RowFault } {
    const platform = app.platform ? platformOf(app.platform) : null
    if (app.platform && platform === null) {
      return { fault: { column: 'platform', value: app.platform, accepts: platformAccepts } }
    }
    const networkAppId = networkAppIdOf(app)
    if (networkAppId === '') {
      return this.#says.app ? null : this.#givenApp(platform, app.platform ?? '')
    }
    const reference = `${platform ?? 'any'}:${networkAppId}`
    if (!this.#says.app) return { fault: surplus('app', networkAppId) }
    if (!this.apps.has(reference)) {
      if (this.apps.size >= this.#reading.limits.apps) {
        throw limitExceeded(file, 'apps', this.#reading)
      }
      this.apps.set(reference, {
        network: this.#source.network,
        networkAppId,
        platform,
        name: app.name || networkAppId,
        ...(app.package && { storePackage: app.package }),
        ...(app.storeId && /^\d{1,15}$/.test(app.storeId) && { appStoreId: Number(app.storeId) }),
      })
    }
    return reference
  }

  #givenApp(platform: Platform | null, word: string): string | { fault: RowFault } {
    const app = this.#given.app!
    if (platform === null || platform === app.platform) return givenAppReference
    const accepts = `rows of ${app.platform} alone, where the app "${app.appId}" runs`
    return { fault: { column: 'platform', value: word, accepts } }
  }

  #format(word: string): string {
    if (word === '') return unknownFormat
    const format = this.#formats.get(wordKey(word))
    if (format) return format
    count(this.unknown.formats, word)
    return unknownFormat
  }

  #country(word: string | undefined): string {
    if (!word || word.toUpperCase() === unknownCountry) return unknownCountry
    const country = countryOf(word)
    if (country) return country
    count(this.unknown.countries, word)
    return unknownCountry
  }
}

const wordKey = (word: string): string => word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Unknown words of a kind that an import counts; later ones are not counted. */
const maxUnknownWords = 1_000

function count(words: Map<string, number>, word: string): void {
  const shown = word.slice(0, shownCharacters)
  if (words.size >= maxUnknownWords && !words.has(shown)) return
  words.set(shown, (words.get(shown) ?? 0) + 1)
}

/** A row says what the rows before it do not, so that it was given for them. */
const surplus = (column: string, value: string): RowFault => ({
  column,
  value,
  accepts: `nothing, as the report's first row has no ${column}`,
})

/** What a network calls an app by; '' when it does not name one. */
const networkAppIdOf = (app: ReportedApp | undefined): string =>
  app?.id || app?.package || app?.name || ''
