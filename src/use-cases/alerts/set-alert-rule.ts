import { Type } from 'typebox'
import { login, username } from '../fields.ts'
import { useCase } from '../use-case.ts'
import { refuseUnknownApps } from './alert-rules.ts'
import { ruleFields, ruleName, toRule, toRuleView } from './rule-fields.ts'

/** Adds a rule, or replaces the one of its name; a default rule too. */
export const setAlertRule = useCase({
  name: 'set-alert-rule',
  request: {
    username,
    name: ruleName,
    ...ruleFields,
    /** True when absent. */
    isOn: Type.Optional(Type.Boolean({ description: 'true or false' })),
    by: Type.Optional(login),
  },
  run: async (services, { username, name, isOn = true, by, ...given }) => {
    const rule = toRule(name, isOn, given)
    // A rule about an app that was deleted since can still be turned off.
    if (isOn) await refuseUnknownApps(services, await services.accounts.get(username), rule)
    await services.alerts.setRule(username, rule, by ?? null)
    return toRuleView(rule)
  },
  audit: ({ username }, { name, kind, is_on, percent, share_percent, goal }) => [
    {
      action: 'alert_rule_set',
      account: username,
      facts: { rule: name, kind, is_on, percent, share_percent, ...(goal !== null && { goal }) },
    },
  ],
})
