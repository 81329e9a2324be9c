import { Type } from 'typebox'
import { flag, identifier, username, wholeNumber } from '../fields.ts'
import { readsOnly, useCase } from '../use-case.ts'
import { appIdsOfLines } from './app-ids.ts'
import { month, readMonth } from './money-fields.ts'
import { type LineView, readStatementId, statementId, toLineView } from './statement-view.ts'

/** Lines of statements, the newest days first. */
export const listLines = useCase({
  name: 'list-statement-lines',
  request: {
    username,
    statement: Type.Optional(statementId),
    network: Type.Optional(identifier),
    /** Only lines that are about this month. */
    month: Type.Optional(month),
    /** Only lines that wait to be assigned. */
    waiting: flag,
    limit: Type.Optional(wholeNumber(1, 10_000)),
  },
  audit: readsOnly,
  run: async (services, { username, limit = 1_000, ...only }): Promise<LineView[]> => {
    const { id } = await services.accounts.get(username)
    const { lines } = await services.settlement.read(id)
    const of = only.month === undefined ? null : readMonth(only.month)
    const found = lines
      .filter(({ importId, network, parts }) => {
        if (only.statement && importId !== readStatementId(only.statement)) return false
        if (only.waiting && parts.length > 0) return false
        const isOfNetwork = (one: string | null) => !only.network || one === only.network
        if (parts.length === 0) return of === null && isOfNetwork(network)
        return parts.some((part) => (of === null || part.month === of) && isOfNetwork(part.network))
      })
      .reverse()
      .slice(0, limit)
    const appIds = await appIdsOfLines(found, services)
    return found.map((line) => toLineView(line, appIds))
  },
})
