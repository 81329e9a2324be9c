import { refuse } from '../../settlement/refusals.ts'
import { formatMonth } from '../../values/months.ts'
import { username } from '../fields.ts'
import { useCase } from '../use-case.ts'
import { changeSettlement } from './change-settlement.ts'
import { readStatementId, statementId } from './statement-view.ts'

/** Undoes an import of statements. Its lines do not count any more. */
export const undoStatement = useCase({
  name: 'undo-statement',
  request: { username, id: statementId },
  run: async (services, { username, id }) => {
    const account = await services.accounts.get(username)
    return changeSettlement(services, account, async ({ imports, lines }) => {
      const found = imports.find((one) => one.id === readStatementId(id))
      if (!found) throw refuse('unknown_statement', { username, id })
      if (found.undoneAtMs !== null) throw refuse('statement_undone', { id })
      const own = lines.filter(({ importId }) => importId === found.id)
      const booked = own.find(({ bookedIn }) => bookedIn !== null)
      if (booked) throw refuse('statement_booked', { id, month: formatMonth(booked.bookedIn!) })
      return async (writer) => {
        await writer.undoImport(found.id, services.now().getTime())
        return { account: username, statement: id, lines: own.length }
      }
    })
  },
  audit: (_request, { account, statement, lines }) => [
    { action: 'statement_undone', account, facts: { statement, lines } },
  ],
})
