import { sliceKey } from '../ledger/figure-keys.ts'
import type { StagedColumn } from '../sources/staged-columns.ts'
import { packCountry } from '../values/country.ts'
import { type Day, dayMs, parseDay } from '../values/day.ts'
import { addDecimals, type Decimal, divideToPlaces, parseDecimal } from '../values/decimal.ts'
import { defaultAdTag } from '../values/identifier.ts'
import { figureCounts, sliceCounts } from './columns.ts'
import { fingerprintOf } from './few-fingerprint.ts'
import { type Cells, cellOf } from './few-rows.ts'
import type { StagedApp, StagedLabel } from './staged-slices.ts'

/** The columns that identify a slice. */
export interface SliceKey {
  readonly day: Day
  readonly account: number
  readonly app: number
  readonly network: number
}

type Counts<Names extends string> = Readonly<Record<Names, bigint | null>>

/** A row that will be stored, by the columns of `figures`. */
export interface FewFigure extends SliceKey, Counts<(typeof figureCounts)[number]> {
  readonly format: number
  readonly country: number
  readonly ad_tag: number
  readonly revenue_micros: bigint
}

/** The totals and the fingerprint of a slice, by the columns of `slices`. */
export interface FewSlice extends SliceKey, Counts<(typeof sliceCounts)[number]> {
  readonly row_count: number
  readonly revenue_micros: bigint
  readonly fingerprint: bigint
}

/** The decimal places of the engine's decimals. */
const maxPlaces = 18

/** A thousand of them fit 64 bits. */
const maxMicros = 10n ** 15n

/**
 * The figures of accepted rows in their accounts' currency, in their stored order. Rows with the same key
 * are added up. Money is rounded to micros once for all ad tags: each gets what it adds to the rounded sum
 * of those before it.
 *
 * @param apps with the account, or the secondary report that takes its place
 * @returns null when an amount is so long that the engine has to compute it
 */
export function figuresOf(
  rows: readonly Cells[],
  apps: readonly StagedApp[],
  labels: readonly StagedLabel[],
): FewFigure[] | null {
  const appOf = new Map(apps.map((app) => [app.reference, app]))
  const labelKey = (...of: readonly [number, string, string]) => of.join(' ')
  const codes = new Map(
    labels.map(({ accountId, kind, name, code }) => [labelKey(accountId, kind, name), code]),
  )
  const found = new Map<string, { readonly key: FigureKey; readonly rows: Cells[] }>()
  for (const cells of rows) {
    const text = (column: StagedColumn) => cellOf(cells, column)!
    const { appKey, accountId } = appOf.get(text('app_id'))!
    const code = (kind: 'network' | 'format' | 'ad_tag') =>
      codes.get(labelKey(accountId, kind, text(kind) ?? defaultAdTag))!
    const key = {
      ...{ day: parseDay(text('date'))!, account: accountId, app: appKey },
      ...{ network: code('network'), format: code('format') },
      ...{ country: packCountry(text('country')), ad_tag: code('ad_tag') },
    }
    const id = Object.values(key).join(' ')
    const same = found.get(id)
    if (same) same.rows.push(cells)
    else found.set(id, { key, rows: [cells] })
  }
  const figures: FewFigure[] = []
  let upTo = nothing
  let last: FigureKey | null = null
  for (const { key, rows: same } of [...found.values()].sort(byKey)) {
    const before = last && isSameButForAdTag(last, key) ? upTo : nothing
    const amounts = same.map((cells) => parseDecimal(cellOf(cells, 'revenue')!)!)
    if (amounts.some(({ places }) => places > maxPlaces)) return null
    const amount = addDecimals([before.amount, ...amounts])
    const micros = microsOf(amount)
    if (micros === null) return null
    upTo = { amount, micros }
    last = key
    const counts = figureCounts.map((column) => [
      column,
      sumOf(same.map((cells) => countOf(cells, column))),
    ])
    figures.push({ ...key, ...Object.fromEntries(counts), revenue_micros: micros - before.micros })
  }
  return figures
}

type FigureKey = Pick<FewFigure, 'format' | 'country' | 'ad_tag' | keyof SliceKey>

function countOf(cells: Cells, column: StagedColumn): bigint | null {
  const cell = cellOf(cells, column)
  return cell === null ? null : BigInt(cell)
}

/** A sum without a known value is unknown. */
export function sumOf(values: readonly (bigint | null)[]): bigint | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value)
}

const nothing = { amount: parseDecimal('0')!, micros: 0n }

const byKey = (one: { readonly key: FigureKey }, other: { readonly key: FigureKey }): number =>
  inStoredOrder(one.key, other.key)

const isSameButForAdTag = (one: FigureKey, other: FigureKey): boolean =>
  inStoredOrder(one, { ...other, ad_tag: one.ad_tag }) === 0

/** @returns null for an amount that the engine has to round */
function microsOf({ units, places }: Decimal): bigint | null {
  const micros = BigInt(divideToPlaces(units, 10n ** BigInt(places), 6).units)
  return micros < -maxMicros || micros > maxMicros ? null : micros
}

/** Months since January of the year 0. */
function monthOf(day: Day): number {
  const date = new Date(day * dayMs)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

/** The order of `figuresByMonth`. */
function inStoredOrder(one: FigureKey, other: FigureKey): number {
  return (
    monthOf(one.day) - monthOf(other.day) ||
    one.account - other.account ||
    one.app - other.app ||
    one.day - other.day ||
    one.network - other.network ||
    one.format - other.format ||
    one.country - other.country ||
    one.ad_tag - other.ad_tag
  )
}

/** The slices of figures, in their order. */
export function slicesOf(figures: readonly FewFigure[]): FewSlice[] {
  return [...Map.groupBy(figures, idOf).values()].map((rows) => {
    const { day, account, app, network } = rows[0]!
    const totals = sliceCounts.map((count) => [count, sumOf(rows.map((row) => row[count]))])
    return {
      ...{ day, account, app, network, row_count: rows.length },
      ...(Object.fromEntries(totals) as Counts<(typeof sliceCounts)[number]>),
      revenue_micros: sumOf(rows.map((row) => row.revenue_micros))!,
      fingerprint: fingerprintOf(rows),
    }
  })
}

/** The key of a slice as a text. */
export const idOf = (slice: SliceKey): string => keyColumns.map((column) => slice[column]).join(' ')

const keyColumns = sliceKey.split(', ') as (keyof SliceKey)[]
