import type { Account } from '../../publishers/account.ts'
import type { StoredAlert } from '../../records/messages/alert-row.ts'
import { formatInstant } from '../../values/instant.ts'
import type { Services } from '../services.ts'
import { factsOf } from './alert-messages.ts'
import { describeAlert } from './describe-alert.ts'
import { nameSubjects } from './name-subjects.ts'

/** An alert as it is shown. */
export type AlertView = Awaited<ReturnType<typeof toAlertViews>>[number]

export async function toAlertViews(
  alerts: readonly StoredAlert[],
  account: Account,
  services: Pick<Services, 'apps'>,
) {
  const { nameOf, appIdOf } = await nameSubjects(
    services,
    account,
    alerts.map(({ finding }) => finding),
  )
  return alerts.map((alert) => {
    const { id, rule, kind, resolvedAtMs, acknowledgedAtMs, acknowledgedBy } = alert
    return {
      id,
      rule,
      kind,
      ...describeAlert(kind, alert.finding, account.currency, nameOf),
      ...factsOf(alert, appIdOf),
      /** Null while it lasts. */
      resolved_at: resolvedAtMs === null ? null : formatInstant(resolvedAtMs),
      acknowledged_at: acknowledgedAtMs === null ? null : formatInstant(acknowledgedAtMs),
      /** Null for a command, and as long as nobody did. */
      acknowledged_by: acknowledgedBy,
    }
  })
}
