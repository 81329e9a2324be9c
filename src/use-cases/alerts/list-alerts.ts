import { Type } from 'typebox'
import type { Principal } from '../../publishers/principal.ts'
import type { StoredAlert } from '../../records/messages/alert-row.ts'
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
  const found = await services.alerts.list(username, limit)
  const visible = found
    .filter((one) => isVisible(one, apps))
    .map((one) => (apps === null ? one : withoutOthers(one)))
  return toAlertViews(visible, account, services)
}

const isVisible = ({ finding: { subject } }: StoredAlert, apps: Principal['apps']): boolean =>
  apps === null || (subject.of === 'app_id' && apps.includes(subject.key as number))

/** The other subjects that lack the same money may be apps that the principal does not see. */
const withoutOthers = (alert: StoredAlert): StoredAlert => ({
  ...alert,
  finding: { ...alert.finding, also: [] },
})
