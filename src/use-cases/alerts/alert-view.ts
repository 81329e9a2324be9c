import type { Subject } from '../../alerts/looked.ts'
import type { Account } from '../../publishers/account.ts'
import type { StoredAlert } from '../../records/messages/alert-row.ts'
import { formatInstant } from '../../values/instant.ts'
import type { Services } from '../services.ts'
import { factsOf } from './alert-messages.ts'
import { describeAlert } from './describe-alert.ts'

/** An alert as it is shown. */
export type AlertView = Awaited<ReturnType<typeof toAlertViews>>[number]

export async function toAlertViews(
  alerts: readonly StoredAlert[],
  account: Account,
  { apps }: Pick<Services, 'apps'>,
) {
  const keys = alerts.flatMap(({ finding: { subject, also } }) =>
    [subject, ...also].flatMap(({ of, key }) => (of === 'app_id' ? [key as number] : [])),
  )
  const known = new Map((await apps.byKeys([...new Set(keys)])).map((app) => [app.key, app]))
  const nameOf = ({ of, key }: Subject): string => {
    if (key === null) return account.username
    return of === 'app_id' ? (known.get(key as number)?.name ?? `app ${key}`) : String(key)
  }
  return alerts.map((alert) => {
    const { id, rule, kind, resolvedAtMs, acknowledgedAtMs, acknowledgedBy } = alert
    return {
      id,
      rule,
      kind,
      ...describeAlert(kind, alert.finding, account.currency, nameOf),
      ...factsOf(alert, (key) => known.get(key)?.appId ?? null),
      /** Null while it lasts. */
      resolved_at: resolvedAtMs === null ? null : formatInstant(resolvedAtMs),
      acknowledged_at: acknowledgedAtMs === null ? null : formatInstant(acknowledgedAtMs),
      /** Null for a command, and as long as nobody did. */
      acknowledged_by: acknowledgedBy,
    }
  })
}
