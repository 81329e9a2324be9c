import { type TProperties, type TSchema, Type } from 'typebox'
import { monthStates } from '../../settlement/month-state.ts'
import { lineKinds } from '../../settlement/statement-line.ts'
import { jsonAnswer } from '../openapi/description.ts'
import { component, count, day, instant, nullable, oneOf, text } from '../openapi/members.ts'

/** Answers about money, for their description: nothing is written by these schemas. */

const amount = (description = 'A decimal.') => text(description)
const month = (description = 'As YYYY-MM.') => text(description)
const state = () => oneOf(monthStates)
const ratio = () => nullable(text('Paid ÷ reported.'))
const arrayOf = (members: TProperties, description?: string) =>
  Type.Array(Type.Object(members), description ? { description } : {})
const answer = (title: string, description: string, data: TSchema) =>
  jsonAnswer(description, component(title, { data }))
const objectAnswer = (title: string, description: string, members: TProperties) =>
  answer(title, description, Type.Object(members))
const listAnswer = (title: string, description: string, members: TProperties) =>
  answer(title, description, arrayOf(members))

const settledMonth = component(
  'SettledMonth',
  {
    network: text(),
    month: month(),
    state: state(),
    reported: nullable(amount('At the close, or now.')),
    restated: amount('Since the close.'),
    restatements: arrayOf({
      import: nullable(count()),
      amount: amount(),
      line: nullable(count('The line of the same deduction.')),
    }),
    uncovered: amount('Reported of apps that statements do not cover.'),
    billed: nullable(amount()),
    unexplained: nullable(amount('reported + restated - billed.')),
    deducted: amount(),
    deductions: arrayOf({ reason: nullable(text()), amount: amount() }),
    fees: amount(),
    tax: amount(),
    exchange: nullable(amount('What the currency gained until the payment.')),
    paid: nullable(amount()),
    open: nullable(amount()),
    currency: text("Of the network's payments."),
    open_in_currency: nullable(amount()),
    due_date: nullable(day()),
    late_days: count(),
    paid_ratio: ratio(),
    lines: Type.Array(count(), { description: 'Ids of lines.' }),
  },
  "A network's month. Amounts are in the account's currency; null is unknown.",
)

const expected = {
  network: text(),
  amount: amount(),
  months: arrayOf({
    month: month(),
    basis: oneOf(['billed', 'closed', 'reported'], 'What the amount is made from.'),
    amount: amount(),
  }),
}

export const money = objectAnswer('Money', 'The money of the account.', {
  currency: text(),
  today: day(),
  states: arrayOf({ month: month(), state: state() }),
  months: Type.Array(settledMonth),
  paid_ratios: arrayOf({ network: text(), paid_ratio: ratio() }),
  expected: arrayOf({ ...expected, due_date: day(), late_days: count() }, 'Payments to come.'),
  ageing: arrayOf({
    network: text(),
    amounts: arrayOf({
      up_to_days: nullable(count('How late; null for more than the others.')),
      amount: amount(),
    }),
  }),
  held: arrayOf(
    {
      ...expected,
      currency: text(),
      balance: amount('In `currency`.'),
      minimum: amount('In `currency`.'),
    },
    'Balances below the smallest payment.',
  ),
  without_terms: Type.Array(text(), { description: 'Networks that need terms.' }),
  without_rates: Type.Array(text(), {
    description: 'Networks whose balance lacks a rate of today.',
  }),
  waiting_lines: count('Lines that wait to be assigned.'),
})

export const months = listAnswer('MonthsOfMoney', 'The months.', {
  month: month(),
  state: state(),
  currency: text(),
  networks: count(),
  reported: nullable(amount()),
  restated: amount(),
  paid: nullable(amount()),
  entry: nullable(count('The ledger entry of the close.')),
  closed_at: nullable(instant()),
  closed_by: nullable(text('Null for a command.')),
  may_reopen: Type.Boolean(),
})

export const closedMonth = objectAnswer('ClosedMonth', 'The month.', {
  account: text(),
  month: month(),
  currency: text(),
  entry: count('The ledger entry whose figures it has.'),
  reported: amount(),
  networks: arrayOf({ network: text(), reported: amount() }),
  carried: arrayOf(
    { network: text(), month: month(), import: nullable(count()), amount: amount() },
    'Changes of months that were closed before.',
  ),
  lines: count('How many lines it books.'),
  missing_days: count('Days of networks without a report.'),
  dry_run: Type.Boolean(),
})

export const closedFigures = objectAnswer('ClosedFigures', 'Revenue by network, app and day.', {
  month: month(),
  entry: count('The ledger entry of the close.'),
  currency: text(),
  rows: arrayOf({ network: text(), app_id: nullable(text()), date: day(), revenue: amount() }),
})

export const journal = component('Journal', {
  data: arrayOf({
    date: day(),
    account: text(),
    debit: amount(),
    credit: amount(),
    currency: text(),
    reference: text(),
  }),
})

const line = {
  id: count(),
  statement: text('The import that brought it.'),
  kind: oneOf(lineKinds),
  network: nullable(text('As the file has it.')),
  amount: amount(),
  currency: text(),
  date: day(),
  reference: text(),
  reason: nullable(text()),
  restated: nullable(Type.Boolean({ description: 'Whether reported figures have it too.' })),
  parts: arrayOf(
    {
      network: text(),
      month: month(),
      app_id: nullable(text('Null for the whole network.')),
      amount: amount(),
    },
    'Empty while it waits.',
  ),
  booked_in: nullable(month('The month whose close booked it.')),
}

const statementLine = component('StatementLine', line)
export const lines = answer('StatementLines', 'The lines.', Type.Array(statementLine))
export const assignedLine = answer('AssignedLine', 'The line.', statementLine)

const counts = { waiting: count('Lines to assign.'), skipped: count('Lines that are not stored.') }

export const importedStatement = component('ImportedStatement', {
  data: Type.Object({
    file: text(),
    statement: nullable(text('Its id; null in a preview.')),
    is_repeated: Type.Boolean({ description: 'Whether the file was imported before.' }),
    source: text(),
    lines: arrayOf({ ...line, id: nullable(count('Null in a preview.')) }),
    ...counts,
  }),
})

export const statements = listAnswer('Statements', 'The imports.', {
  id: text(),
  source: text(),
  file: text(),
  imported_at: instant(),
  imported_by: nullable(text('Null for a command.')),
  undone_at: nullable(instant()),
  lines: count(),
  ...counts,
})

export const undoneStatement = objectAnswer('UndoneStatement', 'What was undone.', {
  account: text(),
  statement: text(),
  lines: count(),
})

const terms = component('NetworkTerms', {
  network: text(),
  from: nullable(month("The first month; null for the network's usual terms.")),
  net_days: count(),
  minimum: amount('The smallest payment.'),
  currency: text(),
  fee_percent: text(),
  fixed_fee: amount(),
  withholding_percent: text(),
  apps: nullable(Type.Array(text(), { description: 'Null for all.' })),
})

export const allTerms = answer(
  'AllTerms',
  'Terms that were set, then usual ones.',
  Type.Array(terms),
)
export const setTerms = answer('SetTerms', 'The terms.', terms)
