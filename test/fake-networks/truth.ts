import { mix } from '../../src/demo/noise.ts'
import type { Day } from '../../src/values/day.ts'

/** An app, as all networks know it. */
export interface TruthApp {
  readonly name: string
  readonly platform: 'ios' | 'android'
  readonly package: string
}

/** A network's figures for one day, app, country, format and ad unit. */
export interface TruthRow {
  /** Adtally's identifier of the network that pays. */
  readonly network: string
  readonly day: Day
  readonly app: TruthApp
  readonly country: string
  readonly format: 'banner' | 'interstitial' | 'rewarded'
  readonly adUnit: string
  readonly requests: number
  readonly matchedRequests: number
  readonly impressions: number
  readonly clicks: number
  readonly revenueMicros: number
}

export interface TruthSize {
  readonly apps: readonly TruthApp[]
  /** ISO codes of two letters, the largest first. */
  readonly countries: readonly string[]
  /** The networks whose ads the mediations show. */
  readonly mediated: readonly string[]
  readonly seed: number
  /** Whether nothing earns revenue. */
  readonly isFree: boolean
  /** Of each app and format. */
  readonly adUnits: number
  /** Whether campaigns run; null where the studio's key may not ask for them. */
  readonly advertises: boolean | null
}

const formats = ['banner', 'interstitial', 'rewarded'] as const
/** Micros per impression. */
const priceOf = { banner: 400, interstitial: 5_000, rewarded: 11_000 } as const

const smallSize: TruthSize = {
  apps: [
    { name: 'Hop', platform: 'ios', package: 'com.example.hop' },
    { name: 'Hop', platform: 'android', package: 'com.example.hop' },
    { name: 'Quiet Chess', platform: 'android', package: 'com.example.chess' },
  ],
  countries: ['US', 'DE', 'JP', 'BR'],
  mediated: ['admob', 'mintegral', 'unityads', 'vungle'],
  seed: 1,
  isFree: false,
  adUnits: 1,
  advertises: false,
}

/**
 * The figures that all fake networks report. A network's figures of a day are always the same, until the
 * day is restated.
 */
export class Truth {
  readonly size: TruthSize
  readonly #versions = new Map<string, number>()
  readonly #gone = new Set<string>()
  readonly #withheld = new Set<string>()
  readonly #small = new Set<string>()
  /** Days of networks that say that their figures are delayed. */
  readonly delayed = new Set<string>()
  readonly #names = new Map<string, string>()

  constructor(size: Partial<TruthSize> = {}) {
    this.size = { ...smallSize, ...size }
  }

  /** A network's rows of a day; none when the day vanished or is withheld. */
  rows(network: string, day: Day): TruthRow[] {
    return this.#withheld.has(`${network} ${day}`) ? [] : this.#rows(network, day)
  }

  /** The mediation's figures. They differ a little from those of the networks themselves. */
  mediationRows(day: Day): TruthRow[] {
    return this.size.mediated.flatMap((network) =>
      this.#rows(network, day).map((row, index) => ({
        ...row,
        impressions: row.impressions + (mix(day, index) % 3) - 1,
        revenueMicros: Math.round(row.revenueMicros * (0.99 + (mix(index, day) % 20) / 1_000)),
      })),
    )
  }

  /** From now on mediations have this name for a network. */
  rename(network: string, name: string): void {
    this.#names.set(network, name)
  }

  /** The name that mediations have for a network; null for their usual one. */
  nameOf(network: string): string | null {
    return this.#names.get(network) ?? null
  }

  /** From now on the network says a little more of a day. */
  restate(network: string, day: Day): void {
    const key = `${network} ${day}`
    this.#versions.set(key, (this.#versions.get(key) ?? 0) + 1)
  }

  /** From now on the network says nothing of a day, or of one app on that day. */
  vanish(network: string, day: Day, app?: TruthApp): void {
    this.#gone.add(app ? `${network} ${day} ${app.package} ${app.platform}` : `${network} ${day}`)
  }

  /** From now on only the mediation says something of a network's day. */
  withhold(network: string, day: Day): void {
    this.#withheld.add(`${network} ${day}`)
  }

  /** From now on the network says a tenth of a day. */
  shrink(network: string, day: Day): void {
    this.#small.add(`${network} ${day}`)
  }

  /** Takes a day or app back that vanished, was withheld or shrank. */
  reappear(network: string, day: Day, app?: TruthApp): void {
    this.#gone.delete(
      app ? `${network} ${day} ${app.package} ${app.platform}` : `${network} ${day}`,
    )
    this.#withheld.delete(`${network} ${day}`)
    this.#small.delete(`${network} ${day}`)
  }

  #rows(network: string, day: Day): TruthRow[] {
    const key = `${network} ${day}`
    if (this.#gone.has(key)) return []
    const seed = mix(textHash(network, this.size.seed), day)
    const version = this.#versions.get(key) ?? 0
    const share = this.#small.has(key) ? 10 : 1
    return this.size.apps.flatMap((app, a) =>
      this.#gone.has(`${key} ${app.package} ${app.platform}`)
        ? []
        : this.size.countries.flatMap((country, c) =>
            formats.flatMap((format, f) =>
              Array.from({ length: this.size.adUnits }, (_, nth) => ({
                network,
                day,
                app,
                country,
                format,
                adUnit: `${format} ${nth + 1}`,
                ...figures(mix(mix(seed, a * 7 + f + nth * 31), c), {
                  rank: c,
                  format,
                  version,
                  share,
                }),
                ...(this.size.isFree && { revenueMicros: 0 }),
              })),
            ),
          ),
    )
  }
}

/** The rows of a report that is not divided by ad unit. */
export function withoutAdUnits(rows: readonly TruthRow[]): TruthRow[] {
  const groups = Map.groupBy(rows, ({ network, app, country, format }) =>
    JSON.stringify([network, app, country, format]),
  )
  return [...groups.values()].map((group) => {
    const sum = (of: (row: TruthRow) => number) => group.reduce((total, row) => total + of(row), 0)
    return {
      ...group[0]!,
      adUnit: '',
      requests: sum(({ requests }) => requests),
      clicks: sum(({ clicks }) => clicks),
      matchedRequests: sum(({ matchedRequests }) => matchedRequests),
      impressions: sum(({ impressions }) => impressions),
      revenueMicros: sum(({ revenueMicros }) => revenueMicros),
    }
  })
}

interface Shown {
  /** The position of the country, from 0. */
  readonly rank: number
  readonly format: TruthRow['format']
  readonly version: number
  /** The number that the figures are divided by. */
  readonly share: number
}

function figures(hash: number, { rank, format, version, share }: Shown) {
  const whole = Math.ceil((200 + (hash % 4_000)) / (rank + 1)) + version * 11
  const impressions = Math.ceil(whole / share)
  const matchedRequests = impressions + (mix(hash, 1) % 50)
  return {
    requests: matchedRequests + (mix(hash, 2) % 900),
    matchedRequests,
    impressions,
    clicks: Math.floor((impressions * (mix(hash, 3) % 60)) / 1_000),
    revenueMicros: Math.round(
      (impressions * priceOf[format] * (60 + (mix(hash, 4) % 80))) / 100 / (rank + 1),
    ),
  }
}

/** A number for a text, other for another text almost always. */
export function textHash(text: string, seed = 0): number {
  let hash = seed
  for (const character of text) hash = mix(hash, character.codePointAt(0)!)
  return hash
}

/** A network's own id of an app: a number of eight digits. */
export const appNumber = (network: string, app: TruthApp): string =>
  String(10_000_000 + (textHash(`${app.package} ${app.platform}`, textHash(network)) % 90_000_000))

/** Money in major units, exactly. */
export const dollars = (micros: number): string =>
  `${Math.floor(micros / 1e6)}.${String(micros % 1e6).padStart(6, '0')}`
