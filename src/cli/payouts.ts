import { takes } from './command-fields.ts'
import { commandGroup, useCaseCommand } from './run-command.ts'

const ofPartner = {
  account: "the network's account",
  partner: "the username of the partner's account",
}

const list = useCaseCommand({
  name: 'list',
  summary: 'List what partners are owed and were paid.',
  examples: ['payouts list acme'],
  arguments: { account: ofPartner.account },
  options: { partner: takes('<partner>', 'only this partner') },
  useCase: async () => (await import('../use-cases/partners/partner-statements.ts')).listBalances,
  table: {
    header: ['partner', 'open', 'next payout', 'of', 'last payout', 'of', 'statements'],
    toRow: (one) => [
      one.partner,
      `${one.open} ${one.currency}`,
      one.next_payout?.date ?? '',
      one.next_payout?.amount ?? '',
      one.last_payout?.date ?? '',
      one.last_payout?.amount ?? '',
      one.statements.map(({ month, state }) => `${month} ${state}`).join(', '),
    ],
    whenEmpty: ({ account }) =>
      `No partners. Add one with: adtally partners add ${account} PARTNER --percent 70`,
  },
})

const add = useCaseCommand({
  name: 'add',
  summary: 'Record that a partner was paid.',
  examples: ["payouts add acme hop 812.40 2026-04-30 'acme-hop-2026-03'"],
  arguments: {
    ...ofPartner,
    amount: 'the amount',
    date: takes('<day>', 'the day of the payment'),
    reference: 'the reference of the payment',
  },
  useCase: async () => (await import('../use-cases/partners/record-payouts.ts')).recordPayout,
  line: (one) => `${one.partner} was paid ${one.amount} on ${one.date}.`,
})

const importFile = useCaseCommand({
  name: 'import',
  summary: "Record payouts from a bank's CSV.",
  details:
    'Outgoing payments whose reference has the number of a statement are recorded, each once. Save a mapping of the columns first: adtally statements map',
  examples: ['payouts import acme bank.csv --mapping mybank'],
  arguments: { account: ofPartner.account },
  files: "the bank's CSV files",
  options: {
    mapping: takes('<name>', 'the mapping of the columns', { isRequired: true }),
    dryRun: 'show the payouts, and record none',
  },
  useCase: async () => (await import('../use-cases/partners/import-payouts.ts')).importPayouts,
  line: ({ payouts, repeated, others }) =>
    [
      ...payouts.map((one) => `${one.partner}: ${one.amount} on ${one.date}, ${one.reference}`),
      `${payouts.length} payouts, ${repeated} recorded before, ${others} other payments.`,
    ].join('\n'),
})

const remove = useCaseCommand({
  name: 'remove',
  summary: 'Remove a payout that was recorded by mistake.',
  examples: ["payouts remove acme hop 'acme-hop-2026-03'"],
  arguments: { ...ofPartner, reference: 'the reference of the payment' },
  useCase: async () => (await import('../use-cases/partners/record-payouts.ts')).removePayout,
  line: (one) => `The payout of ${one.amount} to ${one.partner} is removed.`,
})

/** `adtally payouts`: what partners were paid. */
export const payoutsCommand = commandGroup(
  {
    name: 'payouts',
    summary: 'Manage what partners are owed and were paid.',
    examples: ['payouts list acme', 'payouts import acme bank.csv --mapping mybank'],
  },
  [list, add, importFile, remove],
)
