import { Type } from 'typebox'
import { withoutOthers } from '../../alerts/finding.ts'
import type { Principal } from '../../publishers/principal.ts'
import { username } from '../fields.ts'
import type { Services } from '../services.ts'
import { type RequestOf, readsOnly, useCase } from '../use-case.ts'
import { type AlertView, toAlertViews } from './alert-view.ts'

const usualLimit = 100

const request = {
  username,
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000, description: 'a number from 1 to 1000' }),
  ),
}

/** The alerts of an account, the newest first. */
export const listAlerts = useCase({
  name: 'list-alerts',
  request,
  audit: readsOnly,
  run: (services, given) => listOf(services, given, null),
})

/** {@link listAlerts} for a principal: one that sees only some apps gets the alerts about these. @param apps their keys; null for all */
export const listAlertsWithin = (apps: Principal['apps']): typeof listAlerts => ({
  ...listAlerts,
  run: (services, given) => listOf(services, given, apps),
})

async function listOf(
  services: Services,
  { username, limit = usualLimit }: RequestOf<typeof request>,
  apps: Principal['apps'],
): Promise<AlertView[]> {
  const account = await services.accounts.get(username)
  const found = await services.alerts.list(username, apps, limit)
  const visible =
    apps === null ? found : found.map((one) => ({ ...one, finding: withoutOthers(one.finding) }))
  return toAlertViews(visible, account, services)
}
