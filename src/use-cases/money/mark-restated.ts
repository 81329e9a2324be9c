import { Type } from 'typebox'
import { refuse } from '../../settlement/refusals.ts'
import { recordId, username } from '../fields.ts'
import { useCase } from '../use-case.ts'
import { findOpenLine, viewOf } from './assign-line.ts'
import { changeSettlement } from './change-settlement.ts'

/** Says whether an adjustment is in the reported figures too, so that it counts once. */
export const markRestated = useCase({
  name: 'mark-restated',
  request: {
    username,
    id: recordId,
    restated: Type.Boolean({ description: 'true or false' }),
  },
  run: async (services, { username, id, restated }) => {
    const account = await services.accounts.get(username)
    const marked = await changeSettlement(services, account, async ({ lines }) => {
      const line = findOpenLine(username, id, lines)
      if (line.kind !== 'adjustment') throw refuse('not_an_adjustment', { id, kind: line.kind })
      return async (writer) => {
        await writer.setRestated(id, restated)
        return { ...line, isRestated: restated }
      }
    })
    return viewOf(marked, services)
  },
  audit: ({ username, id, restated }) => [
    { action: 'line_marked', account: username, facts: { line: id, restated } },
  ],
})
