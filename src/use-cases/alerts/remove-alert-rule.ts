import { username } from '../fields.ts'
import { useCase } from '../use-case.ts'
import { ruleName } from './rule-fields.ts'

/** Removes a rule of an account. A default one is as it was again. */
export const removeAlertRule = useCase({
  name: 'remove-alert-rule',
  request: { username, name: ruleName },
  run: async ({ alerts }, { username, name }) => {
    await alerts.removeRule(username, name)
    return { username, name }
  },
  audit: ({ username, name }) => [
    { action: 'alert_rule_removed', account: username, facts: { rule: name } },
  ],
})
