import { type FactName, factKinds } from '../../facts/kinds.ts'
import { sumOf } from '../../staging/read-changes.ts'
import {
  type FigureRevision,
  previewRevision,
  reviseFigures,
} from '../../staging/revise-figures.ts'
import { type Day, formatDay } from '../../values/day.ts'
import type { Services } from '../services.ts'
import { type UseCase, useCase } from '../use-case.ts'
import { logDeletion } from './log-pull.ts'
import type { Pulled } from './pulled.ts'

/** The beginning of the requests of all imports of connections. */
export const requestsOfAll = 'pull:'

/** The beginning of the requests of all imports of a connection. */
export const requestsOf = (id: number): string => `${requestsOfAll}${id}:`

/** Figures that pulls stated of a day, and that are to end. */
export interface Withdrawal {
  /** The connection that stated them. */
  readonly statedBy: number
  readonly day: Day
  /** All when null. */
  readonly networks: readonly string[] | null
  /** The name of a secondary report; null for counted figures. */
  readonly report: string | null
  /** The kind of fact; figures when absent. */
  readonly kind?: FactName
}

/** How many slices a withdrawal would change: end, or leave to a mediation whose rows count then. */
export async function countWithdrawnSlices(
  withdrawal: Withdrawal,
  { account }: Pick<Pulled, 'account'>,
  services: Services,
): Promise<number> {
  const { report } = withdrawal
  if (report !== null && !(await hasReport(account.id, report, services))) return 0
  const revision = revisionOf(withdrawal, account.id)
  return sumOf((await previewRevision(revision, engineOf(services))).changes)
}

/** Ends figures that a connection stated. @returns the ledger entry; null when there are none */
export function withdrawPulled(pulled: Pulled, withdrawal: Withdrawal): Promise<number | null> {
  const { account, assertLease, call } = pulled
  const { day, report } = withdrawal
  const work: UseCase<object, { readonly entry: number; readonly slices: number } | null> = useCase(
    {
      name: 'withdraw-pulled',
      request: {},
      run: async (services) => {
        if ((await countWithdrawnSlices(withdrawal, { account }, services)) === 0) return null
        await assertLease()
        const revision = revisionOf(withdrawal, account.id)
        const committed = await reviseFigures(revision, engineOf(services))
        const done = { entry: committed.importId, slices: sumOf(committed.changes) }
        logDeletion(pulled, day, { ...done, report }, services.networks)
        return done
      },
      audit: (_request, done) =>
        done === null
          ? []
          : [
              {
                action: 'figures_deleted',
                account: account.username,
                facts: {
                  deletion: done.entry,
                  slices: done.slices,
                  first_day: formatDay(day),
                  last_day: formatDay(day),
                  ...(report !== null && { report }),
                },
              },
            ],
    },
  )
  return call(work, {}).then((done) => done?.entry ?? null)
}

const revisionOf = (
  { statedBy, day, networks, report, kind = 'figures' }: Withdrawal,
  accountId: number,
): FigureRevision => ({
  what: { kind: 'deletion', subject: {} },
  scope: {
    days: { firstDay: day, lastDay: day },
    networks,
    accountId,
    statedBy: requestsOf(statedBy),
  },
  report,
  kind: factKinds[kind],
})

const engineOf = (services: Services) => ({ ...services, limits: services.importLimits })

async function hasReport(accountId: number, name: string, { ledger }: Services): Promise<boolean> {
  const reports = await ledger.secondaryReports(accountId)
  return reports.some((report) => report.name === name)
}
