import { username } from '../fields.ts'
import { readsOnly, useCase } from '../use-case.ts'
import { toRuleView } from './rule-fields.ts'

/** The rules of an account: the default ones as it changed them, then its own. */
export const listAlertRules = useCase({
  name: 'list-alert-rules',
  request: { username },
  audit: readsOnly,
  run: async ({ accounts, alerts }, { username }) => {
    const { id } = await accounts.get(username)
    return (await alerts.rulesOf(id)).map(toRuleView)
  },
})
