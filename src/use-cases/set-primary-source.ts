import { Type } from 'typebox'
import { withPrimarySource } from '../facts/primary-source.ts'
import { parseDay } from '../values/day.ts'
import { toAccountView } from './account-view.ts'
import { day, identifier, username } from './fields.ts'
import { refuse } from './refusals.ts'
import { useCase } from './use-case.ts'

/** Rules of an account. */
const maxRules = 100

/**
 * Says which of an account's sources of users counts from a day on; without a source, the rule of the day is removed.
 * Reports as of an earlier time have today's rules.
 */
export const setPrimarySource = useCase({
  name: 'set-primary-source',
  request: { username, source: Type.Optional(identifier), startDate: day },
  run: async ({ accounts }, { username, source = null, startDate }) => {
    const { primarySources = [] } = await accounts.get(username)
    const rules = withPrimarySource(primarySources, parseDay(startDate)!, source)
    if (rules.length > maxRules) {
      throw refuse('too_many_primary_sources', { username, maximum: maxRules })
    }
    return toAccountView(await accounts.setPrimarySources(username, rules))
  },
  audit: ({ username, source = '', startDate }) => [
    { action: 'primary_source_set', account: username, facts: { source, since: startDate } },
  ],
})
