import { acknowledgeAlert } from '../../use-cases/alerts/acknowledge-alert.ts'
import { backTestRule } from '../../use-cases/alerts/back-test-rule.ts'
import { listAlertRules } from '../../use-cases/alerts/list-alert-rules.ts'
import { listAlertsWithin } from '../../use-cases/alerts/list-alerts.ts'
import { removeAlertRule } from '../../use-cases/alerts/remove-alert-rule.ts'
import { setAlertRule } from '../../use-cases/alerts/set-alert-rule.ts'
import { ofAccount } from './route-table.ts'

const changing = { needs: 'import', ofAllApps: true } as const

/** Alerts, and the rules that tell them. A body has the fields of its use case, but for the account and the actor. */
export const alertRoutes = () => ({
  'GET /alerts': ofAccount({
    needs: 'read',
    answer: async ({ principal, username, call }) => ({
      alerts: await call(listAlertsWithin(principal.apps), { username }),
    }),
  }),
  'POST /alerts/acknowledge': ofAccount({
    ...changing,
    answer: ({ principal, username, fields, ask }) =>
      ask(acknowledgeAlert, { ...fields, username, by: principal.name }),
  }),
  'GET /alerts/rules': ofAccount({
    ...changing,
    answer: async ({ username, call }) => ({ rules: await call(listAlertRules, { username }) }),
  }),
  'POST /alerts/rules/set': ofAccount({
    ...changing,
    answer: ({ principal, username, fields, ask }) =>
      ask(setAlertRule, { ...fields, username, by: principal.name }),
  }),
  'POST /alerts/rules/remove': ofAccount({
    ...changing,
    answer: ({ username, fields, ask }) => ask(removeAlertRule, { ...fields, username }),
  }),
  'POST /alerts/rules/test': ofAccount({
    ...changing,
    answer: ({ username, fields, ask }) => ask(backTestRule, { ...fields, username }),
  }),
})
