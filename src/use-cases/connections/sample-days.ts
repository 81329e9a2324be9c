import type { PulledDay, StatedDay } from '../../connections/connection.ts'
import type { Account } from '../../publishers/account.ts'
import { addDays, type Day, type DaySpan, dayMs } from '../../values/day.ts'
import { dateScope, readAmountRows } from '../insight/read-figures.ts'
import type { Services } from '../services.ts'

export interface SampleQuestion {
  readonly account: Account
  readonly network: string
  readonly span: DaySpan
  /** The day that is held; null for none. */
  readonly held: Day | null
}

/** When a day's report arrived: at this hour of the next day. */
const arrivalMs = 9 * 3_600_000
/** A held report has so much of what is imported, in percent. */
const heldPercent = 38n

/** Days as a connection would have fetched them: those with figures are done, and the others are due. */
export async function sampleDays(
  services: Services,
  { account, network, span, held }: SampleQuestion,
  signal: AbortSignal,
): Promise<PulledDay[]> {
  const stated = await statedDays(services, account, network, span, signal)
  const days: PulledDay[] = []
  for (let day = span.firstDay; day <= span.lastDay; day = addDays(day, 1)) {
    const one = stated.get(day)
    if (!one) days.push({ ...unknownDay(day), nextAtMs: (day + 1) * dayMs + arrivalMs })
    else days.push(day === held ? heldDay(day, one) : doneDay(day, one))
  }
  return days
}

const unknownDay = (day: Day): PulledDay => ({
  day,
  state: 'due',
  failures: 0,
  nextAtMs: null,
  pulledAtMs: null,
  failedAtMs: null,
  stated: null,
  mark: null,
  held: null,
  entry: null,
  depth: null,
  problem: null,
})

const doneDay = (day: Day, stated: StatedDay): PulledDay => ({
  ...unknownDay(day),
  state: 'done',
  pulledAtMs: (day + 1) * dayMs + arrivalMs,
  stated,
})

function heldDay(day: Day, stated: StatedDay): PulledDay {
  const part = (whole: bigint) => (whole * heldPercent) / 100n
  const sinceMs = (day + 2) * dayMs + arrivalMs
  return {
    ...doneDay(day, stated),
    state: 'held',
    pulledAtMs: sinceMs,
    held: {
      rows: Number(part(BigInt(stated.rows))),
      impressions: part(stated.impressions),
      revenueMicros: part(stated.revenueMicros),
      sinceMs,
    },
    problem: { kind: 'held', reason: 'less revenue', deletesRevenue: true },
  }
}

/** The totals of a network's days. */
async function statedDays(
  services: Services,
  account: Account,
  network: string,
  span: DaySpan,
  signal: AbortSignal,
): Promise<Map<Day, StatedDay>> {
  const principal = { account, permissions: new Set<never>(), apps: null, name: account.username }
  const scope = await dateScope(services, {
    principal,
    apps: null,
    filters: { networks: [network] },
  })
  const found = new Map<Day, StatedDay>()
  const dimensions = ['day', 'app', 'format', 'country'] as const
  const asked = { dimensions, metrics: ['impressions', 'revenue'] as const }
  await readAmountRows(services, scope, asked, [span], signal, (chunk) => (row) => {
    const day = chunk.dimensions.day!.codes[row] as Day
    const before = found.get(day) ?? { rows: 0, impressions: 0n, revenueMicros: 0n }
    const { impressions, revenueMicros } = chunk.amountsAt(row)
    found.set(day, {
      rows: before.rows + 1,
      impressions: before.impressions + impressions,
      revenueMicros: before.revenueMicros + revenueMicros,
    })
  })
  return found
}
