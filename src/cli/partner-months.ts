import { documentFormats } from '../partners/owed.ts'
import { partnerMonthStates } from '../partners/partner.ts'
import { takes } from './command-fields.ts'
import { print } from './print.ts'
import { useCaseCommand } from './run-command.ts'

const ofPartner = {
  account: "the network's account",
  partner: "the username of the partner's account",
}
const month = takes('<month>', 'the month, as YYYY-MM')

const setMonth = useCaseCommand({
  name: 'month',
  summary: 'Hide a month from a partner, or show it as provisional.',
  examples: ['partners month acme hop 2026-03 hidden'],
  arguments: {
    ...ofPartner,
    month,
    state: takes('<state>', partnerMonthStates.join(' or ')),
  },
  useCase: async () => (await import('../use-cases/partners/set-partner-month.ts')).setPartnerMonth,
  line: ({ partner, months }) =>
    `${partner}: ${months.map((one) => `${one.month} is ${one.state}`).join(', ')}`,
})

const adjust = useCaseCommand({
  name: 'adjust',
  summary: "Add an amount to a month's statement, or set the least that its shares come to.",
  examples: [
    "partners adjust acme hop 2026-03 -12.50 'invalid traffic'",
    "partners adjust acme hop 2026-03 500 'guarantee' --kind minimum",
  ],
  arguments: {
    ...ofPartner,
    month,
    amount: 'the amount, below 0 for a deduction',
    reason: 'the reason, as the statement has it',
  },
  options: {
    kind: takes('<kind>', 'adjustment or minimum (default: adjustment)', {
      choices: ['adjustment', 'minimum'],
    }),
  },
  useCase: async () => (await import('../use-cases/partners/adjust-month.ts')).adjustMonth,
  line: (one) => `${one.month}: ${one.kind} ${one.id} of ${one.amount}, ${one.reason}`,
})

const unadjust = useCaseCommand({
  name: 'unadjust',
  summary: 'Remove an amount that no statement has yet.',
  examples: ['partners unadjust acme hop 3'],
  arguments: {
    ...ofPartner,
    id: takes('<id>', 'the number of the amount', { read: Number }),
  },
  useCase: async () => (await import('../use-cases/partners/adjust-month.ts')).removeAdjustment,
  line: (one) => `${one.month}: ${one.amount}, ${one.reason}, is removed.`,
})

const adjustments = useCaseCommand({
  name: 'adjustments',
  summary: "List the amounts that are added to a partner's months.",
  examples: ['partners adjustments acme hop'],
  arguments: ofPartner,
  useCase: async () => (await import('../use-cases/partners/adjust-month.ts')).listAdjustments,
  table: {
    header: ['id', 'month', 'kind', 'amount', 'reason'],
    toRow: (one) => [String(one.id), one.month, one.kind, one.amount, one.reason],
    whenEmpty: () => 'No amounts.',
  },
})

const approve = useCaseCommand({
  name: 'approve',
  summary: "Issue the statement of a partner's month, which then stays as it is.",
  details:
    'What is known later is a line of the next statement. Months are approved in their order, once they are over.',
  examples: ['partners approve acme hop 2026-03 --dry-run', 'partners approve acme hop 2026-03'],
  arguments: { ...ofPartner, month },
  useCase: async () => (await import('../use-cases/partners/approve-month.ts')).approveMonth,
  confirm: {
    preview: (shell, one) =>
      print(
        shell,
        [
          ...one.shares.map(
            (line) => `${line.app_id} on ${line.network}: ${line.share}, ${line.net}`,
          ),
          ...one.corrections.map((line) => `correction of ${line.month}: ${line.amount}`),
          ...one.adjustments.map((line) => `${line.kind}: ${line.amount}, ${line.reason}`),
          `${one.number}: ${one.total} ${one.currency}, due on ${one.due_on}`,
        ].join('\n'),
      ),
    unchanged: 'No statement was issued.',
    question: ({ number }) => `Issue the statement ${number}? It will never change.`,
  },
  line: (one) => `${one.number} is issued: ${one.total} ${one.currency}, due on ${one.due_on}.`,
})

const statement = useCaseCommand({
  name: 'statement',
  summary: 'Print a statement as it was issued.',
  examples: ['partners statement acme hop acme-hop-2026-03 --format html > march.html'],
  arguments: { ...ofPartner, statement: 'the number of the statement' },
  options: {
    format: takes('<format>', `${documentFormats.join(', ')}`, {
      choices: documentFormats,
      default: 'json',
    }),
  },
  isPlain: true,
  useCase: async () => (await import('../use-cases/partners/partner-statements.ts')).readStatement,
  // Byte by byte, so that its checksum and signature hold.
  show: ({ stdout }, { text }) => stdout.write(text),
})

/** The commands about months of partners. */
export const partnerMonths = [setMonth, adjust, unadjust, adjustments, approve, statement]
