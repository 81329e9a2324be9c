import type { AnomaliesAnswer, AnomalyAnswer } from '../api/wire.ts'

/** Days whose revenue is not what the same weekdays before let expect. */
export interface UnusualDays {
  /** Of everything that is shown, by day. */
  readonly total: ReadonlyMap<string, AnomalyAnswer>
  /** Of each network or app, in order of days; empty for other groups. */
  readonly byKey: ReadonlyMap<string, readonly AnomalyAnswer[]>
}

/** @param answer null while it is loading, or when it failed */
export function unusualDays(
  by: 'network' | 'app_id' | null,
  answer: AnomaliesAnswer | null,
): UnusualDays {
  const all = answer?.anomalies ?? []
  const keyOf = ({ scope, network, app }: AnomalyAnswer): string | null => {
    if (scope !== by) return null
    return scope === 'network' ? network : (app?.app_id ?? null)
  }
  const byKey = new Map<string, AnomalyAnswer[]>()
  for (const one of all) {
    const key = keyOf(one)
    if (key !== null) byKey.set(key, [...(byKey.get(key) ?? []), one])
  }
  for (const days of byKey.values()) days.sort((a, b) => (a.date < b.date ? -1 : 1))
  return {
    total: new Map(all.filter(({ scope }) => scope === 'total').map((one) => [one.date, one])),
    byKey,
  }
}

/** Whether a day brought more than expected. */
export const isAbove = ({ revenue_micros: revenue, expected_micros: expected }: AnomalyAnswer) =>
  BigInt(revenue) > BigInt(expected)

/** The marks of the days or periods of a chart, by their places. */
export const unusualMarks = (days: readonly string[], { total }: UnusualDays) =>
  days.flatMap((day, place) => {
    const one = total.get(day)
    return one ? [{ place, isAbove: isAbove(one) }] : []
  })

export const unusualText = (what: string) => `Unusual: ${what}`
