import { dayAccepts, parseDay } from '../values/day.ts'
import { addDecimals, formatDecimal, parseDecimal } from '../values/decimal.ts'
import { maxCharactersShown } from './bad-cells.ts'
import { namedNetwork, networkNameKey } from './normalise/networks.ts'
import type { RowFault } from './readers/input-file.ts'
import { refuse } from './refusals.ts'
import { type NumberColumn, networkNumberRules } from './staged-columns.ts'

/** Rows that are set aside: those of one name, day, app and currency. */
export interface SetAsideSum {
  readonly name: string
  readonly key: string
  /** The network that the name resembles. */
  readonly similarTo: string
  readonly day: string
  readonly app: string
  readonly currency: string
  rows: number
  impressions: bigint
  /** A decimal in major units. */
  revenue: string
}

/** A row's network: counted as one, set aside, or a name without letters. */
export type NetworkMatch =
  | { readonly network: string; readonly key: string | null }
  | { readonly similarTo: string; readonly key: string }
  | null

/** Days and apps of names that are remembered of one import. */
const maxRemembered = 50_000

/** Names of networks whose decision is remembered. Longer lists are only slower. */
const maxDecided = 10_000

/** Decides which network each name of a mediation's report is, and adds up the rows that are set aside. */
export class ReportedNetworks {
  readonly #answers: ReadonlyMap<string, string>
  readonly #decided = new Map<string, NetworkMatch>()
  readonly #setAside = new Map<string, SetAsideSum>()
  readonly #answered = new Map<string, { key: string; day: string; app: string }>()
  /** The identifiers of networks that no list has, by their names. */
  readonly newNetworks = new Map<string, string>()

  /** @param answers networks that people named, by the key of the name */
  constructor(answers: ReadonlyMap<string, string>) {
    this.#answers = answers
  }

  get setAside(): readonly SetAsideSum[] {
    return [...this.#setAside.values()]
  }

  /** The rows that are counted because a person answered. */
  get answered() {
    return [...this.#answered.values()]
  }

  find(name: string): NetworkMatch {
    const decided = this.#decided.get(name)
    if (decided !== undefined) return decided
    const network = this.#decide(name)
    if (this.#decided.size < maxDecided) this.#decided.set(name, network)
    return network
  }

  #decide(name: string): NetworkMatch {
    const key = networkNameKey(name)
    const answer = this.#answers.get(key)
    if (answer !== undefined) return { network: answer, key }
    const named = namedNetwork(name)
    if (named === null) return null
    if (named.kind === 'similar') return { similarTo: named.network, key }
    if (named.kind === 'new' && this.newNetworks.size < maxNewListed) {
      this.newNetworks.set(name.slice(0, maxCharactersShown), named.network)
    }
    return { network: named.network, key: null }
  }

  /** Remembers that an answered name is booked for a day and app. */
  noteAnswered(key: string, day: string, app: string, file: string): void {
    this.#assertRoom(file)
    this.#answered.set(JSON.stringify([key, day, app]), { key, day, app })
  }

  /** @returns the fault of a row whose day, impressions or revenue are not accepted */
  add(
    row: Omit<SetAsideSum, 'rows' | 'impressions' | 'revenue'> & RowAmounts,
    file: string,
  ): RowFault | null {
    const { impressions, revenue, ...label } = row
    if (parseDay(row.day) === null) return { column: 'date', value: row.day, accepts: dayAccepts }
    const fault = faultOf('impressions', impressions) ?? faultOf('revenue', revenue)
    if (fault) return fault
    const { key, day, app, currency } = label
    const place = JSON.stringify([key, day, app, currency])
    let sum = this.#setAside.get(place)
    if (!sum) {
      this.#assertRoom(file)
      sum = { ...label, rows: 0, impressions: 0n, revenue: '0' }
      this.#setAside.set(place, sum)
    }
    sum.rows++
    sum.impressions += BigInt(impressions!)
    sum.revenue = formatDecimal(addDecimals([parseDecimal(sum.revenue)!, parseDecimal(revenue!)!]))
    return null
  }

  #assertRoom(file: string): void {
    if (this.#setAside.size + this.#answered.size < maxRemembered) return
    throw refuse('too_many_set_aside', { file, maximum: maxRemembered })
  }
}

interface RowAmounts {
  readonly impressions: string | null
  readonly revenue: string | null
}

/** New networks that a summary lists. */
const maxNewListed = 100

function faultOf(column: NumberColumn, value: string | null): RowFault | null {
  const { pattern, accepts } = networkNumberRules[column]
  return value !== null && new RegExp(`^(${pattern})$`).test(value)
    ? null
    : { column, value, accepts }
}

/** Adds up decimals in major units by their currency. */
export const revenueByCurrency = (
  sums: readonly { readonly currency: string; readonly revenue: string }[],
): Record<string, string> =>
  Object.fromEntries(
    [...Map.groupBy(sums, ({ currency }) => currency)].map(([currency, of]) => [
      currency,
      formatDecimal(addDecimals(of.map(({ revenue }) => parseDecimal(revenue)!))),
    ]),
  )
