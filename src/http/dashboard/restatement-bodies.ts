import type { Amounts } from '../../insight/amounts.ts'
import type { NetworkDrift } from '../../insight/drift.ts'
import type { RestatedDay, RestatementStep } from '../../insight/restatements.ts'
import type { GapGroup, GapSums } from '../../ledger/group-gaps.ts'
import { changeDecimals } from '../../reporting/derive-metric.ts'
import type { FiguresThenAndNow } from '../../use-cases/insight/figures-as-of.ts'
import type { Restatements } from '../../use-cases/insight/find-restatements.ts'
import type { ComparableReport, Reconciliation } from '../../use-cases/show-reconciliation.ts'
import { formatDay } from '../../values/day.ts'
import { divideRounded } from '../../values/exact-integer.ts'
import { formatInstant } from '../../values/instant.ts'
import type { appNames } from './change-bodies.ts'
import { spanBody } from './insight-bodies.ts'
import { wire } from './wire-number.ts'

const amountsBody = ({ impressions, revenueMicros }: Amounts) => ({
  impressions: wire(impressions),
  revenue_micros: wire(revenueMicros),
})

const amountsOrNull = (amounts: Amounts | null) => amounts && amountsBody(amounts)

/** A change as a fraction of what there was before; null where that is unknown, 0 or negative. */
export function ratioOf(changeMicros: bigint, beforeMicros: bigint | null): number | null {
  if (beforeMicros === null || beforeMicros <= 0n) return null
  const factor = 10 ** changeDecimals
  return Number(divideRounded(changeMicros, factor, beforeMicros)) / factor
}

/** The latest imports of a day. */
const maxSteps = 50

export const restatementsBody = ({ networks, days, restatedDays }: Restatements) => ({
  networks: networks.map((one) => ({
    network: one.network,
    days: one.days,
    restated_days: one.restatedDays,
    replaced_days: one.replacedDays,
    ...restatedBody(one),
    other_micros: wire(one.otherMicros),
    now_micros: one.nowMicros === null ? null : wire(one.nowMicros),
    last_age_days: one.lastAgeDays,
    final_after_days: one.finalAfterDays,
    drifts: one.drifts.map((drift) => ({
      age_days: drift.ageDays,
      days: drift.days,
      ...restatedBody(drift),
    })),
  })),
  restated_days: restatedDays,
  days: days.map(dayBody),
})

const restatedBody = ({
  firstMicros,
  restatedMicros,
}: Pick<NetworkDrift, 'firstMicros' | 'restatedMicros'>) => ({
  first_micros: wire(firstMicros),
  restated_micros: wire(restatedMicros),
  ratio: ratioOf(restatedMicros, firstMicros),
})

const dayBody = (one: RestatedDay) => ({
  date: formatDay(one.day),
  network: one.network,
  first: amountsBody(one.first),
  restated: amountsBody(one.restated),
  other: amountsBody(one.other),
  now: amountsOrNull(one.now),
  ratio: ratioOf(one.restated.revenueMicros, one.first.revenueMicros),
  steps: one.steps.slice(-maxSteps).map(stepBody),
  more_steps: Math.max(one.steps.length - maxSteps, 0),
})

const stepBody = (step: RestatementStep) => ({
  import: step.entry,
  at: formatInstant(step.atMs),
  age_days: step.ageDays,
  first: amountsOrNull(step.first),
  restated: amountsOrNull(step.restated),
  replaced: step.replaced && { source: step.replaced.source, ...amountsBody(step.replaced) },
})

export const earlierFiguresBody = ({ stateAtMs, networks }: FiguresThenAndNow) => ({
  state_at: stateAtMs === null ? null : formatInstant(stateAtMs),
  networks: networks.map(({ network, earlier, now }) => {
    const change = earlier && now && now.revenueMicros - earlier.revenueMicros
    return {
      network,
      earlier: amountsOrNull(earlier),
      now: amountsOrNull(now),
      change_micros: change === null ? null : wire(change),
      change_ratio: change === null ? null : ratioOf(change, earlier!.revenueMicros),
    }
  }),
})

/** @param nameApp see {@link appNames} */
export const reconciliationBody = (
  { total, groups, moreGroups }: Reconciliation,
  nameApp: ReturnType<typeof appNames>,
) => ({
  total: gapsBody(total),
  groups: groups.map((group: GapGroup) => ({
    ...spanBody(group.days),
    app: nameApp(group.app ?? undefined),
    network: group.network,
    ...gapsBody(group),
  })),
  more_groups: moreGroups,
})

function gapsBody({ slices, primaryMicros, secondaryMicros, gapMicros, labels }: GapSums) {
  const areBothKnown = primaryMicros !== null && secondaryMicros !== null
  return {
    slices,
    figures_micros: primaryMicros === null ? null : wire(primaryMicros),
    report_micros: secondaryMicros === null ? null : wire(secondaryMicros),
    gap_micros: wire(gapMicros),
    gap_ratio: areBothKnown ? ratioOf(gapMicros, primaryMicros) : null,
    labels: labels.map((one) => ({
      label: one.label,
      slices: one.slices,
      gap_micros: wire(one.gapMicros),
    })),
  }
}

export const secondaryReportsBody = (reports: readonly ComparableReport[]) =>
  reports.map(({ report, days, networks }) => ({
    report,
    start_date: days && formatDay(days.firstDay),
    end_date: days && formatDay(days.lastDay),
    networks,
  }))
