import { username } from '../fields.ts'
import { readsOnly, useCase } from '../use-case.ts'
import { type StatementView, toStatementView } from './statement-view.ts'

/** The imports of an account's statements, the newest first. */
export const listStatements = useCase({
  name: 'list-statements',
  request: { username },
  audit: readsOnly,
  run: async ({ accounts, settlement }, { username }): Promise<StatementView[]> => {
    const { id } = await accounts.get(username)
    const { imports, lines } = await settlement.read(id)
    const linesOf = Map.groupBy(lines, ({ importId }) => importId)
    return imports.map((one) => toStatementView(one, linesOf.get(one.id) ?? []))
  },
})
