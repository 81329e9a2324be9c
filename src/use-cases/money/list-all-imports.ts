import { type ImportView, listFields, listImports } from '../list-imports.ts'
import { readsOnly, useCase } from '../use-case.ts'
import { type StatementView, toStatementView } from './statement-view.ts'

/** An import of statements, which changes no figures. Its id is not one of the ledger. */
export interface StatementImportView extends Pick<StatementView, 'id' | 'undone_at' | 'lines'> {
  readonly kind: 'statement'
  readonly committed_at: string
  readonly account: string
  readonly source: string
  readonly file: string
}

/** {@link listImports}, and on the first page the imports of statements since its oldest entry. */
export const listAllImports = useCase({
  name: 'list-all-imports',
  request: listFields,
  audit: readsOnly,
  run: async (services, request, io): Promise<(ImportView | StatementImportView)[]> => {
    const { account, source, before, limit } = request
    const entries = await listImports.run(services, request, io)
    if (source !== undefined || before !== undefined) return entries
    const oldest = entries.length < limit ? '' : entries.at(-1)!.committed_at
    const all: (ImportView | StatementImportView)[] = [...entries]
    for (const { id, username } of await services.accounts.list()) {
      if (account !== undefined && username !== account) continue
      const { imports, lines } = await services.settlement.read(id)
      const linesOf = Map.groupBy(lines, ({ importId }) => importId)
      for (const one of imports) {
        const view = toStatementView(one, linesOf.get(one.id) ?? [])
        if (view.imported_at >= oldest) all.push(toEntry(view, username))
      }
    }
    const inOrder = all.sort((a, b) => (a.committed_at < b.committed_at ? 1 : -1))
    return inOrder.slice(0, limit)
  },
})

const toEntry = (one: StatementView, account: string): StatementImportView => ({
  id: one.id,
  kind: 'statement',
  committed_at: one.imported_at,
  account,
  source: one.source,
  file: one.file,
  lines: one.lines,
  undone_at: one.undone_at,
})
