import { Type } from 'typebox'
import { login, username } from '../fields.ts'
import { useCase } from '../use-case.ts'
import { toAlertViews } from './alert-view.ts'

/** Notes that a person knows of an alert. */
export const acknowledgeAlert = useCase({
  name: 'acknowledge-alert',
  request: {
    username,
    id: Type.Integer({ minimum: 1, maximum: 2 ** 53 - 1, description: 'the number of an alert' }),
    by: Type.Optional(login),
  },
  run: async (services, { username, id, by }) => {
    const account = await services.accounts.get(username)
    const alert = await services.alerts.acknowledge(username, id, by ?? null)
    return (await toAlertViews([alert], account, services))[0]!
  },
  audit: ({ username, id }, { title }) => [
    { action: 'alert_acknowledged', account: username, facts: { alert: id, title } },
  ],
})
