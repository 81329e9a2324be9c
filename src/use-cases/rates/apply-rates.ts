import { randomUUID } from 'node:crypto'
import { Type } from 'typebox'
import { formatConversion, maxRateAgeDays, RateTable } from '../../currencies/conversion.ts'
import { installationOwner } from '../../currencies/daily-rate.ts'
import type { FactKind } from '../../facts/fact-kind.ts'
import { figures } from '../../facts/figures.ts'
import { moneyKinds } from '../../facts/kinds.ts'
import type { LedgerEntry } from '../../ledger/figure-ledger.ts'
import type { Account } from '../../publishers/account.ts'
import type { NewRate, UsedRate } from '../../staging/applied-rate.ts'
import { usedRates } from '../../staging/originals.ts'
import {
  type FigureRevision,
  previewRevision,
  reviseFigures,
} from '../../staging/revise-figures.ts'
import { mediationOf } from '../../staging/slice-roles.ts'
import type { DayEffect } from '../../staging/slice-store.ts'
import { addDays, formatDay } from '../../values/day.ts'
import { formatMicros } from '../../values/decimal.ts'
import { dryRun, username } from '../fields.ts'
import type { Services } from '../services.ts'
import { useCase } from '../use-case.ts'

/** Money of a network, source or channel and a day that other rates change. Amounts are decimals of the account's currency. */
export interface RevaluedDay {
  readonly day: string
  readonly network: string
  readonly revenue_before: string
  readonly revenue_after: string
}

/** Facts of an account and source that other rates change. Their revenue is the first money of their kind. */
export interface RevaluationView {
  /** The ledger entry; null when nothing was changed yet. */
  readonly entry: number | null
  readonly account: string
  readonly currency: string
  /** The kind of fact; absent for ad figures. */
  readonly kind?: string
  readonly source: string
  /** Null for counted figures. */
  readonly report: string | null
  readonly slices: number
  readonly revenue_before: string
  readonly revenue_after: string
  /** The first of them. */
  readonly days: readonly RevaluedDay[]
  readonly more_days: number
}

/** Converts money again whose stored rate was corrected, or is now known of a closer day. */
export const applyRates = useCase({
  name: 'apply-rates',
  request: {
    /** All accounts when absent. */
    account: Type.Optional(username),
    dryRun,
  },
  run: async (services, { account, dryRun = false }): Promise<RevaluationView[]> => {
    const { accounts } = services
    const wanted = account === undefined ? await accounts.list() : [await accounts.get(account)]
    const views: RevaluationView[] = []
    for (const one of wanted) {
      for (const kind of moneyKinds) {
        for (const revision of await findRevisions(one, kind, services)) {
          views.push(await revalue(revision, one, dryRun, services))
        }
      }
    }
    return views
  },
  audit: (_request, views) =>
    views.flatMap(({ account, entry, slices, source, kind }) =>
      entry === null
        ? []
        : [
            {
              action: 'rates_applied' as const,
              account,
              facts: { entry, slices, source, ...(kind && { kind }) },
            },
          ],
    ),
})

/** A revision for each source and secondary report, so that later imports of it know its facts. */
async function findRevisions(
  account: Account,
  kind: FactKind,
  services: Services,
): Promise<FigureRevision[]> {
  const { ledger, slices } = services
  const reports = await ledger.secondaryReports(account.id)
  const owners = [account.id, ...reports.map(({ reportId }) => reportId)]
  const changed = await findChanged(account, await usedRates(slices, kind, owners), services)
  const ids = [...new Set(changed.map(({ entry }) => entry))]
  const entries = new Map((await ledger.byIds(ids)).map((entry) => [entry.id, entry]))
  const names = new Map(reports.map(({ reportId, name }) => [reportId, name]))
  // Merges state slices of several reports. Of a mediation, the entry names the report.
  const reportOf = ({ account, entry }: UsedRate) =>
    mediationOf(entries.get(entry)!).mediation ? null : (names.get(account) ?? null)
  const groups = Map.groupBy(changed, (rate) => groupOf(entries.get(rate.entry)!, reportOf(rate)))
  return [...groups.values()].map((newRates) => {
    const stated = entries.get(newRates[0]!.entry)!
    const days = newRates.map(({ day }) => day)
    const connection = connectionOf(stated)
    return {
      what: { kind: 'revaluation', subject: {} },
      scope: {
        days: {
          firstDay: days.reduce((a, b) => (a < b ? a : b)),
          lastDay: days.reduce((a, b) => (a > b ? a : b)),
        },
        networks: null,
        accountId: account.id,
        newRates,
      },
      kind,
      report: reportOf(newRates[0]!),
      statedBy: {
        source: stated.source,
        dayZone: stated.dayZone,
        ...mediationOf(stated),
        request: connection && `${connection}${randomUUID()}`,
      },
    }
  })
}

const groupOf = (entry: LedgerEntry, report: string | null): string =>
  JSON.stringify([
    ...[entry.source, entry.dayZone, report, mediationOf(entry)],
    connectionOf(entry),
  ])

/** The beginning of the requests of a connection's imports. */
const connectionOf = ({ request }: LedgerEntry): string | null =>
  /^pull:\d+:/.exec(request ?? '')?.[0] ?? null

/** The used rates that would be others today. */
async function findChanged(
  { id, currency: to }: Account,
  used: readonly UsedRate[],
  { rates }: Services,
): Promise<(UsedRate & NewRate)[]> {
  if (used.length === 0) return []
  const days = used.map(({ day }) => day)
  const first = days.reduce((a, b) => (a < b ? a : b))
  const stored = await rates.find({
    owners: [installationOwner, id],
    days: {
      firstDay: addDays(first, -maxRateAgeDays),
      lastDay: days.reduce((a, b) => (a > b ? a : b)),
    },
    currencies: [...new Set([to, ...used.map(({ currency }) => currency)])],
  })
  const table = new RateTable(stored)
  return used.flatMap((one) => {
    const found = table.find(id, one.currency, to, one.day)
    const newRate = found && formatConversion(found)
    return newRate === null || newRate === one.rate ? [] : [{ ...one, newRate }]
  })
}

async function revalue(
  revision: FigureRevision,
  { username, currency }: Account,
  isDryRun: boolean,
  services: Services,
): Promise<RevaluationView> {
  const engine = { ...services, limits: services.importLimits }
  const preview = await previewRevision(revision, engine)
  const { days, dayCount, slices, beforeMicros, revenueMicros } = preview
  const entry = isDryRun ? null : (await reviseFigures(revision, engine)).importId
  return {
    entry,
    account: username,
    currency,
    slices,
    ...(revision.kind !== figures && { kind: revision.kind!.name }),
    source: revision.statedBy!.source,
    report: revision.report,
    revenue_before: formatMicros(beforeMicros),
    revenue_after: formatMicros([...revenueMicros.values()].reduce((a, b) => a + b, 0n)),
    days: days.map(toDay),
    more_days: dayCount - days.length,
  }
}

const toDay = ({ day, network, revenueMicros }: DayEffect): RevaluedDay => ({
  day: formatDay(day),
  network,
  revenue_before: formatMicros(revenueMicros.before),
  revenue_after: formatMicros(revenueMicros.after),
})
