import type { FactKind } from '../facts/fact-kind.ts'
import { spend } from '../facts/spend.ts'
import { unknownCountry } from '../values/country.ts'
import { type Day, formatDay } from '../values/day.ts'
import { unknownFormat } from '../values/identifier.ts'
import type { Platform } from '../values/platform.ts'
import { maxCharactersShown } from './bad-cells.ts'
import {
  cleanName,
  isNamedAlone,
  isNetworkAppId,
  isStorePackage,
  type NetworkApp,
  networkAppIdAccepts,
  networkAppIdOf,
} from './network-app.ts'
import { adTagOf } from './normalise/ad-tags.ts'
import { countryOf } from './normalise/countries.ts'
import { consentOf, identifierOf } from './normalise/details.ts'
import { floorOf, shortest } from './normalise/floors.ts'
import { isPlaceholder, plainCount, plainDecimal } from './normalise/numbers.ts'
import { platformAccepts, platformOf } from './normalise/platforms.ts'
import type { RowFault } from './readers/input-file.ts'
import { limitExceeded, type Reading } from './readers/reading.ts'
import { type ContextField, contextFields, refuse } from './refusals.ts'
import { ReportedNetworks } from './reported-networks.ts'
import type { NetworkSource, ReportedApp, SourceRecord } from './source.ts'

/** The app of a report that names none. */
export interface GivenApp {
  readonly appId: string
  readonly platform: Platform
}

/** The facts that the user states because the report does not contain them. */
export interface GivenContext {
  readonly day?: Day
  readonly app?: GivenApp
  readonly network?: string
  /** The networks that people answered for names of the source, by the key of the name; none when absent. */
  readonly networkAnswers?: ReadonlyMap<string, string>
}

/** Values of a report that were not recognised, and their number of rows. */
export interface UnrecognisedValues {
  readonly countries: Map<string, number>
  readonly formats: Map<string, number>
}

/** Cells in the order of the kind's columns, or the fault of the row. */
export type TranslatedRow =
  | { readonly cells: readonly (string | null)[] }
  | { readonly fault: RowFault }

/** The reference of rows of the given app. References of networks' apps contain a colon. */
export const givenAppReference = 'given'

/** What rows of a source become. */
export interface Target {
  readonly kind: FactKind
  /** The name of a source of users or of details, and of a channel. */
  readonly name: string
}

/** Translates the rows of one source into Adtally's values. */
export class RecordTranslator {
  readonly #source: NetworkSource
  readonly #target: Target
  readonly #hasNetwork: boolean
  readonly #given: GivenContext
  readonly #formats: ReadonlyMap<string, string>
  readonly #reading: Reading
  #checkedFile: string | null = null
  /** Which of these the report contains, by its first row. */
  #contains = { day: false, app: false, network: false }
  /** All apps in the rows, by the reference in their `app_id`. */
  readonly apps = new Map<string, NetworkApp>()
  readonly unrecognised: UnrecognisedValues = { countries: new Map(), formats: new Map() }

  constructor(source: NetworkSource, target: Target, given: GivenContext, reading: Reading) {
    this.#reading = reading
    this.#source = source
    this.#target = target
    this.#hasNetwork = Object.hasOwn(target.kind.labels, 'network')
    this.networks = new ReportedNetworks(given.networkAnswers ?? new Map())
    this.#given = given
    this.#formats = new Map(
      Object.entries(source.formats ?? {}).map(([word, format]) => [wordKey(word), format]),
    )
  }

  /** The networks that the rows name. */
  readonly networks: ReportedNetworks

  /**
   * @returns null for a row that is set aside
   * @throws Refusal `context_missing`, `context_repeated`
   */
  toCells(record: SourceRecord, file: string): TranslatedRow | null {
    this.#checkContext(record, file)
    const named = this.#hasNetwork && record.network ? this.networks.find(record.network) : null
    if (named && 'similarTo' in named) return this.#setAside(record, named, file)
    if (record.day && !this.#contains.day) return { fault: unexpected('day', record.day) }
    if (this.#source.mediates && record.network && !this.#contains.network) {
      return { fault: unexpected('network', record.network) }
    }
    const app = this.#appReference(record.app ?? {}, file)
    if (typeof app === 'object' && app !== null) return app
    if (named?.key) this.networks.noteAnswered(named.key, ...this.#placeOf(record), file)
    const network = named?.network ?? this.#ownNetwork(record.network)
    const cells = this.#cellsOf(record, app, network)
    return { cells: this.#target.kind.columns.map((column) => cells[column] ?? null) }
  }

  /** The cells of all kinds that a record tells, by their columns. */
  #cellsOf(
    record: SourceRecord,
    app: string | null,
    network: string | null,
  ): Readonly<Record<string, string | null>> {
    const { name, kind } = this.#target
    const isOfSpend = kind.name === spend.name
    const rung = adTagOf(record.rung ?? '')
    return {
      date: this.#day(record.day),
      app_id: app,
      source: name,
      channel: record.channel ? identifierOf(record.channel) : isOfSpend ? name : null,
      network,
      format: this.#format(record.format ?? ''),
      country: this.#country(record.country),
      ad_tag: adTagOf(record.adUnit ?? ''),
      rung,
      floor: record.floor ? shortest(plainDecimal(record.floor)) : rung && floorOf(rung),
      placement: adTagOf(record.placement ?? ''),
      test_group: identifierOf(record.testGroup ?? ''),
      consent: consentOf(record.consent ?? ''),
      device_type: identifierOf(record.deviceType ?? ''),
      campaign: adTagOf(record.campaign ?? ''),
      impressions: numberOf(record.impressions, plainCount),
      revenue: numberOf(record.revenue, plainDecimal),
      cost: numberOf(record.cost, plainDecimal),
      dau: numberOf(record.dau, plainCount),
      clicks: countOf(record.clicks),
      installs: countOf(record.installs),
      requests: countOf(record.requests),
      matched_requests: countOf(record.matchedRequests),
      attempts: countOf(record.attempts),
      responses: countOf(record.responses),
      new_users: countOf(record.newUsers),
      sessions: countOf(record.sessions),
      age: record.age ?? null,
      cohort_users: numberOf(record.cohortUsers, plainCount),
      active_users: countOf(record.activeUsers),
      ad_revenue: moneyOf(record.adRevenue),
      other_revenue: moneyOf(record.otherRevenue),
      currency: record.currency || this.#source.currency || 'USD',
    }
  }

  /** @returns null, or the fault of the row */
  #setAside(
    record: SourceRecord,
    named: { readonly similarTo: string; readonly key: string },
    file: string,
  ): { fault: RowFault } | null {
    const [day, app] = this.#placeOf(record)
    const fault = this.networks.add(
      {
        ...named,
        name: record.network!.slice(0, maxNameCharacters),
        day,
        app,
        currency: record.currency || this.#source.currency || 'USD',
        impressions: numberOf(record.impressions, plainCount),
        revenue: numberOf(record.revenue, plainDecimal),
      },
      file,
    )
    return fault && { fault }
  }

  /** The day and the app of a row, as texts. */
  #placeOf(record: SourceRecord): [day: string, app: string] {
    return [this.#day(record.day) ?? '', networkAppIdOf(record.app).slice(0, maxNameCharacters)]
  }

  /**
   * Checks that the day, app and network are in the report or given, and not both. The report's first
   * row decides what it contains; later rows that differ are bad.
   */
  #checkContext({ day, app, network }: SourceRecord, file: string): void {
    if (file === this.#checkedFile) return
    this.#checkedFile = file
    this.#contains = {
      day: Boolean(day),
      app: networkAppIdOf(app) !== '',
      network: Boolean(network),
    }
    const reported = this.#contains
    const isGiven = (field: ContextField) => this.#given[field] !== undefined
    const isMediated = this.#source.mediates && this.#hasNetwork
    const needed = isMediated ? contextFields : (['day', 'app'] as const)
    const missing = needed.filter((field) => !reported[field] && !isGiven(field))
    if (missing.length > 0) throw refuse('context_missing', { file, fields: missing })
    const repeated = contextFields.filter((field) => reported[field] && isGiven(field))
    if (repeated.length > 0) throw refuse('context_repeated', { file, fields: repeated })
  }

  #day(day: string | undefined): string | null {
    if (!day) return this.#contains.day ? null : formatDay(this.#given.day!)
    const [, year, month, date] = /^(\d{4})-?(\d{2})-?(\d{2})(?=$|[T ])/.exec(day) ?? []
    return year === undefined ? day : `${year}-${month}-${date}`
  }

  /** The network of a row that names none, or one without letters. */
  #ownNetwork(name: string | undefined): string | null {
    if (name) return name
    // A row without a network among others is a bad row, and not the mediator's own.
    return this.#given.network ?? (this.#source.mediates ? null : this.#source.network)
  }

  #appReference(app: ReportedApp, file: string): string | null | { fault: RowFault } {
    const platform = app.platform ? platformOf(app.platform) : null
    if (app.platform && platform === null) {
      return { fault: { column: 'platform', value: app.platform, accepts: platformAccepts } }
    }
    const networkAppId = networkAppIdOf(app)
    if (!isNetworkAppId(networkAppId)) {
      const value = networkAppId.slice(0, maxCharactersShown)
      return { fault: { column: 'app', value, accepts: networkAppIdAccepts } }
    }
    if (networkAppId === '') {
      return this.#contains.app ? null : this.#givenApp(platform, app.platform ?? '')
    }
    const reference = `${platform ?? 'any'}:${networkAppId}`
    if (!this.#contains.app) return { fault: unexpected('app', networkAppId) }
    if (!this.apps.has(reference)) {
      if (this.apps.size >= this.#reading.limits.apps) {
        throw limitExceeded(file, 'apps', this.#reading)
      }
      this.apps.set(reference, {
        network: this.#source.network,
        networkAppId,
        platform,
        name: cleanName(app.name ?? '') || networkAppId,
        ...(isNamedAlone(app) && { isNameOnly: true as const }),
        ...(isStorePackage(app.package ?? '') && { storePackage: app.package! }),
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
    count(this.unrecognised.formats, word)
    return unknownFormat
  }

  #country(word: string | undefined): string {
    if (!word || word.toUpperCase() === unknownCountry) return unknownCountry
    const country = countryOf(word)
    if (country) return country
    count(this.unrecognised.countries, word)
    return unknownCountry
  }
}

/** A number that every row has; null, which is refused, when the report does not state it. */
const numberOf = (text: string | undefined, plain: (text: string) => string): string | null =>
  text ? plain(text) : null

/** An optional count without its separators; null when the report does not state it. */
const countOf = (text: string | undefined): string | null =>
  !text || isPlaceholder(text) ? null : plainCount(text)

/** Optional money without its separators; null when the report does not state it. */
const moneyOf = (text: string | undefined): string | null =>
  !text || isPlaceholder(text) ? null : plainDecimal(text)

/** Names of networks and ids of apps that are set aside are cut. */
const maxNameCharacters = 255

const wordKey = (word: string): string => word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Unknown words of a kind that an import counts; later ones are not counted. */
const maxUnknownWords = 1_000

function count(words: Map<string, number>, word: string): void {
  const shown = word.slice(0, maxCharactersShown)
  if (words.size >= maxUnknownWords && !words.has(shown)) return
  words.set(shown, (words.get(shown) ?? 0) + 1)
}

/** The fault of a row with a value that the report's first row does not have. */
const unexpected = (column: string, value: string): RowFault => ({
  column,
  value,
  accepts: `nothing, as the report's first row has no ${column}`,
})
