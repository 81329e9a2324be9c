import type { FastifyRequest } from 'fastify'
import { type TObject, Type } from 'typebox'
import { assignLine } from '../../use-cases/money/assign-line.ts'
import { closeMonth } from '../../use-cases/money/close-month.ts'
import { listLines } from '../../use-cases/money/list-lines.ts'
import { listMonths } from '../../use-cases/money/list-months.ts'
import { listStatements } from '../../use-cases/money/list-statements.ts'
import { listTerms } from '../../use-cases/money/list-terms.ts'
import { setTerms } from '../../use-cases/money/set-terms.ts'
import { showClose } from '../../use-cases/money/show-close.ts'
import { showMoney } from '../../use-cases/money/show-money.ts'
import { undoStatement } from '../../use-cases/money/undo-statement.ts'
import type { UseCase } from '../../use-cases/use-case.ts'
import {
  type AnswerDescription,
  jsonAnswer,
  type RouteDescription,
} from '../openapi/description.ts'
import { principalOf } from '../plugins/guard.ts'
import * as answers from './money-answers.ts'
import {
  assignBody,
  closeBody,
  closeQuery,
  type Fields,
  linePath,
  linesQuery,
  monthPath,
  monthsQuery,
  readBody,
  readParts,
  statementPath,
  termsBody,
} from './money-parameters.ts'

const json = 'application/json'
const csv = Type.String({ contentMediaType: 'text/csv' })
const ofFigures = ['bad_parameters', 'figure_too_large', 'answer_too_large'] as const
const ofBodies = ['bad_parameters', 'upload_too_large', 'refused'] as const

/** The description of a route about money, which all have one tag. */
export type MoneyDescription = Omit<RouteDescription, 'tag'>

/** A route whose answer is the result of a use case. */
interface MoneyRoute extends Omit<MoneyDescription, 'query' | 'responses'> {
  readonly useCase: UseCase<never, unknown>
  readonly query?: TObject
  /** Reads the fields of the use case that are in neither the query nor the path. */
  readonly read?: (request: FastifyRequest) => Fields
  readonly answer: AnswerDescription
}

/** By method and path below `/api/v2/publisher/money`. */
export const moneyTable: Readonly<Record<string, MoneyRoute>> = {
  'GET ': {
    useCase: showMoney,
    operationId: 'getMoney',
    summary: 'What each network reported, billed, paid and owes',
    description:
      '`from` and `to` choose the months that are listed. Ratios, expectations and sums are of all months.',
    query: monthsQuery,
    answer: answers.money,
    problems: ofFigures,
  },
  'GET /months': {
    useCase: listMonths,
    operationId: 'listMonthsOfMoney',
    summary: 'Months and their states, newest first',
    answer: answers.months,
    problems: ofFigures,
  },
  'GET /months/:month': {
    useCase: showClose,
    operationId: 'getClosedFigures',
    summary: 'The figures of a closed month, as it was closed',
    path: monthPath,
    answer: answers.closedFigures,
    problems: ['bad_parameters', 'month_not_closed'],
  },
  'POST /months/:month/close': {
    useCase: closeMonth,
    operationId: 'closeMonth',
    summary: 'Close a month',
    description:
      'Pins the figures of the month, and books what changed of earlier months. Parameters may be members of a JSON body instead.',
    path: monthPath,
    query: closeQuery,
    read: (request) => ({
      ...(request.body !== undefined && readBody(request.body, closeBody)),
      by: principalOf(request).name,
    }),
    answer: answers.closedMonth,
    problems: [...ofFigures, ...ofBodies],
  },
  'GET /lines': {
    useCase: listLines,
    operationId: 'listStatementLines',
    summary: 'Lines of statements, newest first',
    query: linesQuery,
    answer: answers.lines,
    problems: ['bad_parameters'],
  },
  'POST /lines/:id/assign': {
    useCase: assignLine,
    operationId: 'assignStatementLine',
    summary: 'Assign a line to networks and months',
    path: linePath,
    body: { [json]: assignBody },
    read: ({ body, params }) => ({
      ...readParts(readBody(body, assignBody)),
      id: readNumber((params as { id: string }).id),
    }),
    answer: answers.assignedLine,
    problems: [...ofFigures, ...ofBodies, 'unknown_line'],
  },
  'GET /statements': {
    useCase: listStatements,
    operationId: 'listStatements',
    summary: 'Imports of statements, newest first',
    answer: answers.statements,
    problems: ['bad_parameters'],
  },
  'POST /statements/:id/undo': {
    useCase: undoStatement,
    operationId: 'undoStatement',
    summary: 'Undo an import of statements',
    path: statementPath,
    answer: answers.undoneStatement,
    problems: [...ofBodies, 'unknown_statement'],
  },
  'GET /terms': {
    useCase: listTerms,
    operationId: 'listTerms',
    summary: 'How networks pay',
    answer: answers.allTerms,
    problems: ['bad_parameters'],
  },
  'POST /terms': {
    useCase: setTerms,
    operationId: 'setTerms',
    summary: 'Set how a network pays from a month on',
    description: 'Members that are absent stay as they were for that month.',
    body: { [json]: termsBody },
    read: ({ body }) => readBody(body, termsBody),
    answer: answers.setTerms,
    problems: ofBodies,
  },
}

const readNumber = (text: string): number | string =>
  /^[1-9]\d{0,14}$/.test(text) ? Number(text) : text

/** The journal, which has two formats. */
export const describedJournal: MoneyDescription = {
  operationId: 'getJournal',
  summary: 'The journal of closed months, for bookkeeping',
  responses: {
    200: {
      description: 'Lines with two sides, which are always equal.',
      content: { [json]: answers.journal, 'text/csv': csv },
    },
  },
  problems: [...ofFigures, 'not_acceptable'],
}

/** The import of a file, which is the body. */
export const describedImport: MoneyDescription = {
  operationId: 'importStatement',
  summary: 'Import a file of statements or payments',
  description:
    'The body is the file: a CSV, or the JSON of payments of AdSense or of a signed statement of another Adtally whose key the account trusts. All lines are imported, or none. A file that was imported before is not imported again.',
  body: { 'text/csv': csv, [json]: Type.Unknown() },
  responses: {
    200: jsonAnswer(
      'With `dry_run`, or for a repeated file: nothing changed.',
      answers.importedStatement,
    ),
    201: jsonAnswer('The file is imported.', answers.importedStatement),
  },
  problems: [...ofFigures, ...ofBodies],
}
