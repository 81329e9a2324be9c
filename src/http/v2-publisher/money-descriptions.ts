import { Type } from 'typebox'
import { jsonAnswer, type RouteDescription } from '../openapi/description.ts'
import * as answers from './money-answers.ts'
import { assignBody, linePath, monthPath, statementPath, termsBody } from './money-parameters.ts'

const tag = 'Money'
const csv = Type.String({ contentMediaType: 'text/csv' })
const ofFigures = ['bad_parameters', 'figure_too_large', 'answer_too_large'] as const
const ofBodies = ['bad_parameters', 'upload_too_large', 'refused'] as const

export const money: RouteDescription = {
  operationId: 'getMoney',
  tag,
  summary: 'What each network reported, billed, paid and owes',
  description:
    '`from` and `to` choose the months that are listed. Ratios, expectations and sums are of all months.',
  responses: { 200: jsonAnswer('The money of the account.', answers.money) },
  problems: ofFigures,
}

export const months: RouteDescription = {
  operationId: 'listMonthsOfMoney',
  tag,
  summary: 'Months and their states, newest first',
  responses: { 200: jsonAnswer('The months.', answers.months) },
  problems: ofFigures,
}

export const close: RouteDescription = {
  operationId: 'closeMonth',
  tag,
  summary: 'Close a month',
  description:
    'Pins the figures of the month, and books what changed of earlier months. Parameters may be members of a JSON body instead.',
  path: monthPath,
  responses: { 200: jsonAnswer('The month.', answers.closedMonth) },
  problems: [...ofFigures, ...ofBodies],
}

export const closedFigures: RouteDescription = {
  operationId: 'getClosedFigures',
  tag,
  summary: 'The figures of a closed month, as it was closed',
  path: monthPath,
  responses: { 200: jsonAnswer('Revenue by network, app and day.', answers.closedFigures) },
  problems: ['bad_parameters', 'month_not_closed'],
}

export const journal: RouteDescription = {
  operationId: 'getJournal',
  tag,
  summary: 'The journal of closed months, for bookkeeping',
  responses: {
    200: {
      description: 'Lines with two sides, which are always equal.',
      content: { 'application/json': answers.journal, 'text/csv': csv },
    },
  },
  problems: [...ofFigures, 'not_acceptable'],
}

export const lines: RouteDescription = {
  operationId: 'listStatementLines',
  tag,
  summary: 'Lines of statements, newest first',
  responses: { 200: jsonAnswer('The lines.', answers.lines) },
  problems: ['bad_parameters'],
}

export const assignment: RouteDescription = {
  operationId: 'assignStatementLine',
  tag,
  summary: 'Assign a line to networks and months',
  path: linePath,
  body: { 'application/json': assignBody },
  responses: { 200: jsonAnswer('The line.', answers.assignedLine) },
  problems: [...ofFigures, ...ofBodies, 'unknown_line'],
}

export const statements: RouteDescription = {
  operationId: 'listStatements',
  tag,
  summary: 'Imports of statements, newest first',
  responses: { 200: jsonAnswer('The imports.', answers.statements) },
  problems: ['bad_parameters'],
}

export const newStatement: RouteDescription = {
  operationId: 'importStatement',
  tag,
  summary: 'Import a file of statements or payments',
  description:
    'The body is the file. All lines are imported, or none. A file that was imported before is not imported again.',
  body: { 'text/csv': csv, 'application/json': Type.Unknown() },
  responses: {
    200: jsonAnswer(
      'With `dry_run`, or for a repeated file: nothing changed.',
      answers.importedStatement,
    ),
    201: jsonAnswer('The file is imported.', answers.importedStatement),
  },
  problems: [...ofFigures, ...ofBodies],
}

export const undo: RouteDescription = {
  operationId: 'undoStatement',
  tag,
  summary: 'Undo an import of statements',
  path: statementPath,
  responses: { 200: jsonAnswer('What was undone.', answers.undoneStatement) },
  problems: [...ofBodies, 'unknown_statement'],
}

export const terms: RouteDescription = {
  operationId: 'listTerms',
  tag,
  summary: 'How networks pay',
  responses: { 200: jsonAnswer('Terms that were set, then usual ones.', answers.allTerms) },
  problems: ['bad_parameters'],
}

export const newTerms: RouteDescription = {
  operationId: 'setTerms',
  tag,
  summary: 'Set how a network pays from a month on',
  description: 'Members that are absent stay as they were for that month.',
  body: { 'application/json': termsBody },
  responses: { 200: jsonAnswer('The terms.', answers.setTerms) },
  problems: ofBodies,
}
