import { figures } from '../../facts/figures.ts'
import { type FigureRows, knownBits, type SliceFigures } from '../../ledger/slice-figures.ts'
import { netOfRows } from '../../partners/net-amounts.ts'
import type { Partner, PartnerApp, ShareBook } from '../../partners/partner.ts'
import { isOnDay, ruleFor, rulesOf, type ShareRule } from '../../partners/share-rule.ts'
import { compareUtf8 } from '../../values/compare-utf8.ts'
import type { Day, DaySpan } from '../../values/day.ts'
import { firstDayOfMonth } from '../../values/months.ts'

/** A row of a network's figures, and what its partner gets of it. */
export interface NetRow {
  readonly day: Day
  readonly partner: Partner
  readonly app: PartnerApp
  readonly rule: ShareRule
  readonly labels: Readonly<Record<'network' | 'country' | 'format' | 'ad_tag', string>>
  /** By column; null where unknown. */
  readonly counts: Readonly<Record<string, bigint | null>>
  readonly grossMicros: bigint
  readonly netMicros: bigint
}

/** Selects rows of partners. */
export interface NetSelection {
  readonly book: ShareBook
  /** Only rows of this partner; of all when absent. */
  readonly partnerId?: number
  readonly days: DaySpan
  /** Figures are those after this ledger entry. */
  readonly entry: number
  /** Receives each row of a partner's app that no rule is for. */
  readonly onUncovered?: (partner: Partner, day: Day) => void
}

/**
 * Reads the rows of partners' apps, with what each partner gets of them. Rows without a rule are left out. Months with a
 * statement keep the rules of its version; figures that came later, and that none of them is for, follow the rules of now.
 *
 * @param signal stops the query
 */
export async function* netRows(
  sliceFigures: SliceFigures,
  selection: NetSelection,
  signal: AbortSignal,
): AsyncGenerator<NetRow[], void, void> {
  const { book, days, entry } = selection
  const shares = new PartnerShares(selection)
  if (shares.appKeys.length === 0) return
  const scope = { account: book.networkId, apps: shares.appKeys }
  let slice: GrossRow[] = []
  for await (const rows of sliceFigures.read({ scope, days, entry }, signal)) {
    for (let place = 0; place < rows.rowCount; place++) {
      const row = grossRow(rows, place)
      const [first] = slice
      if (first && !isOfSlice(first, row)) {
        yield shares.netOf(slice)
        slice = []
      }
      slice.push(row)
    }
  }
  if (slice.length > 0) yield shares.netOf(slice)
}

type GrossRow = Pick<NetRow, 'day' | 'labels' | 'counts' | 'grossMicros'> & {
  readonly appKey: number
}

const bits = knownBits(figures)

function grossRow({ day, app, codes, names, known, sums }: FigureRows, place: number): GrossRow {
  const nameOf = (label: string) => names[label]![codes[label]![place]!]!
  const countOf = (column: string) =>
    (known[place]! & (bits.get(column) ?? 0)) === 0 && bits.has(column)
      ? null
      : sums[column]![place]!
  return {
    day: day[place]! as Day,
    appKey: app[place]!,
    labels: {
      network: nameOf('network'),
      country: nameOf('country'),
      format: nameOf('format'),
      ad_tag: nameOf('ad_tag'),
    },
    counts: Object.fromEntries(figures.countNames.map((column) => [column, countOf(column)])),
    grossMicros: sums.revenue_micros![place]!,
  }
}

const isOfSlice = (one: GrossRow, other: GrossRow): boolean =>
  one.day === other.day &&
  one.appKey === other.appKey &&
  one.labels.network === other.labels.network

/** Finds the partner and the rule of rows. */
class PartnerShares {
  readonly #book: ShareBook
  readonly #partners: ReadonlyMap<number, Partner>
  readonly #apps: ReadonlyMap<number, readonly PartnerApp[]>
  readonly #rules = new Map<string, readonly ShareRule[]>()
  readonly #onUncovered: NetSelection['onUncovered']

  constructor({ book, partnerId, onUncovered }: NetSelection) {
    this.#book = book
    this.#onUncovered = onUncovered
    this.#partners = new Map(book.partners.map((partner) => [partner.id, partner]))
    const apps = book.apps.filter((one) => partnerId === undefined || one.partnerId === partnerId)
    this.#apps = Map.groupBy(apps, ({ app }) => app)
  }

  /** The keys of the network's apps that are partners'. */
  get appKeys(): number[] {
    return [...this.#apps.keys()]
  }

  netOf(slice: readonly GrossRow[]): NetRow[] {
    const [{ day, appKey }] = slice as [GrossRow]
    const app = this.#apps.get(appKey)?.find((one) => isOnDay(one, day))
    if (!app) return []
    const partner = this.#partners.get(app.partnerId)!
    const versions = this.#versionsOn(app.partnerId, firstDayOfMonth(day))
    const ruled = slice.map((row) => {
      const labels = { ...row.labels, app: appKey }
      const found = versions.map((rules) => ruleFor(rules, labels, day))
      return { row, rule: found.find((rule) => rule !== null) ?? null }
    })
    if (ruled.some(({ rule }) => rule === null)) this.#onUncovered?.(partner, day)
    const parts = Map.groupBy(ruled, ({ rule }) => rule)
    return [...parts].flatMap(([rule, part]) => {
      if (rule === null) return []
      // Codes of labels differ between stores, and names do not.
      const rows = part.map(({ row }) => row).toSorted(byLabels)
      const net = netOfRows(
        rule.terms,
        rows.map(({ grossMicros, counts }) => ({
          revenueMicros: grossMicros,
          impressions: counts.impressions!,
        })),
      )
      return rows.map((row, place) => ({ ...row, partner, app, rule, netMicros: net[place]! }))
    })
  }

  /** The rules of a month: of one with a statement, those that it keeps, then those of now for what no kept one is for. */
  #versionsOn(partnerId: number, month: Day): (readonly ShareRule[])[] {
    const found = this.#book.approved.find(
      (one) => one.partnerId === partnerId && one.month === month,
    )
    const now = this.#rulesOf(partnerId, null)
    return found ? [this.#rulesOf(partnerId, found.rulesVersion), now] : [now]
  }

  #rulesOf(partnerId: number, version: number | null): readonly ShareRule[] {
    const key = `${partnerId} ${version}`
    const stored = this.#rules.get(key)
    if (stored) return stored
    const ofPartner = this.#book.rules.filter((rule) => rule.partnerId === partnerId)
    const rules = rulesOf(ofPartner, version)
    this.#rules.set(key, rules)
    return rules
  }
}

const byLabels = ({ labels: one }: GrossRow, { labels: other }: GrossRow): number =>
  compareUtf8(one.country, other.country) ||
  compareUtf8(one.format, other.format) ||
  compareUtf8(one.ad_tag, other.ad_tag)
