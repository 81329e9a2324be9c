import { Type } from 'typebox'
import { assignLine } from '../../use-cases/money/assign-line.ts'
import { closeMonth } from '../../use-cases/money/close-month.ts'
import { addStatement } from '../../use-cases/money/import-statements.ts'
import { listLines } from '../../use-cases/money/list-lines.ts'
import { listMonths } from '../../use-cases/money/list-months.ts'
import { listStatements } from '../../use-cases/money/list-statements.ts'
import { listTerms } from '../../use-cases/money/list-terms.ts'
import { deleteMapping, listMappings, saveMapping } from '../../use-cases/money/mappings.ts'
import { markRestated } from '../../use-cases/money/mark-restated.ts'
import { reopenMonth } from '../../use-cases/money/reopen-month.ts'
import { removeTerms, setTerms } from '../../use-cases/money/set-terms.ts'
import { showJournal } from '../../use-cases/money/show-journal.ts'
import { showMoney } from '../../use-cases/money/show-money.ts'
import {
  forgetStatementKey,
  listStatementKeys,
  trustStatementKey,
} from '../../use-cases/money/statement-keys.ts'
import { undoStatement } from '../../use-cases/money/undo-statement.ts'
import { requestOf } from './refused.ts'
import { ofAccount } from './route-table.ts'

const finance = { needs: 'finance', ofAllApps: true } as const
/** Some 20,000 lines. */
const upload = { ...finance, maxBodyBytes: 2_097_152 } as const

const text = (description: string) => Type.Optional(Type.String({ description }))

const monthsQuery = Type.Object({
  from: text('the first month, as YYYY-MM'),
  to: text('the last month, as YYYY-MM'),
})

const linesQuery = Type.Object({
  statement: text('the id of a statement import'),
  network: text('the identifier of a network'),
  month: text('a month, as YYYY-MM'),
  waiting: Type.Optional(
    Type.Enum(['true', 'false'], { description: 'true for lines that wait to be assigned' }),
  ),
})

/** What networks owe, paid and took. */
export const moneyRoutes = () => ({
  'GET /money': ofAccount({
    ...finance,
    query: monthsQuery,
    answer: ({ username, query, ask }) => ask(showMoney, { ...query, username }),
  }),
  'GET /money/months': ofAccount({
    ...finance,
    answer: async ({ username, call }) => ({ months: await call(listMonths, { username }) }),
  }),
  'GET /money/journal': ofAccount({
    ...finance,
    query: monthsQuery,
    answer: async ({ username, query, ask }) => ({
      lines: await ask(showJournal, { ...query, username }),
    }),
  }),
  'POST /money/months/close': ofAccount({
    ...finance,
    answer: ({ principal, username, fields, ask }) =>
      ask(closeMonth, { ...fields, username, by: principal.name }),
  }),
  'POST /money/months/reopen': ofAccount({
    needs: 'manage',
    ofAllApps: true,
    answer: ({ username, fields, ask }) => ask(reopenMonth, { ...fields, username }),
  }),
  'GET /money/lines': ofAccount({
    ...finance,
    query: linesQuery,
    answer: async ({ username, query, ask }) => ({
      lines: await ask(listLines, { ...query, waiting: query.waiting === 'true', username }),
    }),
  }),
  'POST /money/lines/assign': ofAccount({
    ...finance,
    maxBodyBytes: 32_768,
    answer: ({ username, fields, ask }) => {
      const { parts } = fields
      const read = Array.isArray(parts) ? parts.map(requestOf) : parts
      return ask(assignLine, { ...fields, parts: read, username })
    },
  }),
  'POST /money/lines/mark': ofAccount({
    ...finance,
    answer: ({ username, fields, ask }) => ask(markRestated, { ...fields, username }),
  }),
  'GET /money/statements': ofAccount({
    ...finance,
    answer: async ({ username, call }) => ({
      statements: await call(listStatements, { username }),
    }),
  }),
  'POST /money/statements/add': ofAccount({
    ...upload,
    answer: ({ principal, username: account, fields, ask }) =>
      ask(addStatement, { ...fields, account, by: principal.name }),
  }),
  'POST /money/statements/undo': ofAccount({
    ...finance,
    answer: ({ username, fields, ask }) => ask(undoStatement, { ...fields, username }),
  }),
  'GET /money/keys': ofAccount({
    ...finance,
    answer: async ({ username, call }) => ({ keys: await call(listStatementKeys, { username }) }),
  }),
  'POST /money/keys/trust': ofAccount({
    ...finance,
    answer: ({ principal, username, fields, ask }) =>
      ask(trustStatementKey, { ...fields, username, by: principal.name }),
  }),
  'POST /money/keys/forget': ofAccount({
    ...finance,
    answer: ({ username, fields, ask }) => ask(forgetStatementKey, { ...fields, username }),
  }),
  'GET /money/terms': ofAccount({
    ...finance,
    answer: async ({ username, call }) => ({ terms: await call(listTerms, { username }) }),
  }),
  'POST /money/terms/set': ofAccount({
    ...finance,
    answer: ({ username, fields, ask }) => ask(setTerms, { ...fields, username }),
  }),
  'POST /money/terms/remove': ofAccount({
    ...finance,
    answer: ({ username, fields, ask }) => ask(removeTerms, { ...fields, username }),
  }),
  'GET /money/mappings': ofAccount({
    ...finance,
    answer: async ({ username, call }) => ({ mappings: await call(listMappings, { username }) }),
  }),
  'POST /money/mappings/save': ofAccount({
    ...finance,
    answer: ({ username, fields, ask }) => ask(saveMapping, { ...fields, username }),
  }),
  'POST /money/mappings/delete': ofAccount({
    ...finance,
    answer: ({ username, fields, ask }) => ask(deleteMapping, { ...fields, username }),
  }),
})
