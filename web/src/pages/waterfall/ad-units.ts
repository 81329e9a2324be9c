import { notBooked, unattributed } from '../../../../src/facts/rest-names.ts'
import { addDecimals, formatDecimal, parseDecimal } from '../../../../src/values/decimal.ts'
import { shareOf } from '../../reports/metrics.ts'
import type { Cell, Cells } from '../../reports/report.ts'

/** What a rung sold. Unknown figures are null. */
export interface Rung {
  readonly network: string
  readonly name: string
  /** In its own currency; null where it is unknown, as that of bidders. */
  readonly floor: Cell
  readonly ecpm: Cell
  readonly revenue: Cell
  readonly impressions: Cell
  readonly attempts: Cell
  readonly fill: Cell
  readonly showRate: Cell
  /** Its part of the revenue of the ad unit's rungs. */
  readonly share: Cell
  /** Its floor and its eCPM, as multiples of those of the rung below it. */
  readonly toNext: { readonly floor: number | null; readonly ecpm: number | null }
}

export const restNames = [unattributed, notBooked] as const
export type RestName = (typeof restNames)[number]

/** What the rungs of an ad unit leave of its booked figures; see docs/depth.md. */
export interface Rest {
  readonly name: RestName
  readonly revenue: Cell
  readonly impressions: Cell
}

/** An ad unit of an app. */
export interface AdUnit {
  readonly app: string
  readonly adTag: string
  /** From the highest floor to the lowest, then those without one by their eCPM. */
  readonly rungs: readonly Rung[]
  readonly rests: readonly Rest[]
  /** Of the rungs together. */
  readonly revenue: Cell
  /** Of the rungs together; null where none tells it. */
  readonly attempts: Cell
  /** With the rests: what is booked. */
  readonly booked: { readonly revenue: Cell; readonly impressions: Cell }
}

export interface Waterfalls {
  /** Those with the most revenue first. */
  readonly units: readonly AdUnit[]
  /** What is booked of ad units without any rung. */
  readonly outside: { readonly count: number; readonly revenue: Cell }
}

/** The ad units of a report by app, ad tag, network, rung and floor. */
export function waterfallsOf(rows: readonly Cells[]): Waterfalls {
  const all = [...Map.groupBy(rows, (row) => `${row.app_id} ${row.ad_tag}`).values()]
  const hasRungs = (own: readonly Cells[]) => own.some((row) => !isRest(row))
  const others = all.filter((own) => !hasRungs(own))
  return {
    units: all
      .filter(hasRungs)
      .map(toUnit)
      .sort((a, b) => Number(b.revenue) - Number(a.revenue)),
    outside: { count: others.length, revenue: sumOf(others.flat(), 'revenue') },
  }
}

const isRest = ({ rung }: Cells): boolean => (restNames as readonly Cell[]).includes(rung ?? null)

function toUnit(rows: readonly Cells[]): AdUnit {
  const own = rows.filter((row) => !isRest(row))
  const revenue = sumOf(own, 'revenue')
  const known = own.filter(({ attempts }) => attempts != null)
  const rungs = own.map((row) => toRung(row, revenue)).sort(byFloor)
  return {
    app: rows[0]!.app_id!,
    adTag: rows[0]!.ad_tag!,
    rungs: rungs.map((rung, place) => ({ ...rung, toNext: stepTo(rung, rungs[place + 1]) })),
    rests: restNames.flatMap((name): Rest[] => {
      const rest = rows.filter(({ rung }) => rung === name)
      if (rest.length === 0) return []
      return [{ name, revenue: sumOf(rest, 'revenue'), impressions: sumOf(rest, 'impressions') }]
    }),
    revenue,
    attempts: known.length === 0 ? null : sumOf(known, 'attempts'),
    booked: { revenue: sumOf(rows, 'revenue'), impressions: sumOf(rows, 'impressions') },
  }
}

type OwnRung = Omit<Rung, 'toNext'>

const toRung = (row: Cells, whole: Cell): OwnRung => ({
  network: row.network!,
  name: row.rung!,
  floor: row.floor === 'unknown' ? null : row.floor!,
  // Of no impressions, there is none.
  ecpm: Number(row.impressions) > 0 ? (row.ecpm ?? null) : null,
  revenue: row.revenue ?? null,
  impressions: row.impressions ?? null,
  attempts: row.attempts ?? null,
  fill: Number(row.attempts) > 0 ? (row.rung_fill_rate ?? null) : null,
  showRate: isZero(row.rung_fill_rate) ? null : (row.show_rate ?? null),
  share: shareOf(row.revenue ?? null, whole),
})

const isZero = (cell: Cell | undefined): boolean => cell != null && Number(cell) === 0

const byFloor = (a: OwnRung, b: OwnRung): number => {
  if ((a.floor === null) !== (b.floor === null)) return a.floor === null ? 1 : -1
  const own = a.floor === null ? 0 : Number(b.floor) - Number(a.floor)
  return own || Number(b.ecpm ?? -1) - Number(a.ecpm ?? -1)
}

const stepTo = (rung: OwnRung, next: OwnRung | undefined): Rung['toNext'] => ({
  floor: multipleOf(rung.floor, next?.floor),
  ecpm: multipleOf(rung.ecpm, next?.ecpm),
})

/** @returns null where one is unknown or zero */
const multipleOf = (value: Cell, other: Cell | undefined): number | null =>
  value === null || other == null || isZero(other) ? null : Number(value) / Number(other)

/** An exact sum; null where a part is unknown. */
function sumOf(rows: readonly Cells[], name: string): Cell {
  const parts = rows.map((row) => row[name] ?? null)
  if (parts.includes(null)) return null
  return formatDecimal(addDecimals(parts.map((part) => parseDecimal(part!)!)))
}
