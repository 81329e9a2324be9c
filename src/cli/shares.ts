import type { ChangedShares } from '../use-cases/partners/add-share.ts'
import { takes } from './command-fields.ts'
import { conditionsOf } from './partners.ts'
import { print } from './print.ts'
import { commandGroup, useCaseCommand } from './run-command.ts'
import type { Shell } from './shell.ts'

const ofPartner = {
  account: "the network's account",
  partner: "the username of the partner's account",
}

function preview(shell: Shell, { months }: ChangedShares): void {
  const lines = (months ?? []).map(
    ({ month, net_before: before, net_after: after }) => `${month}: ${before} becomes ${after}`,
  )
  print(shell, lines.length === 0 ? 'No net figures change.' : lines.join('\n'))
}

const line = ({ partner, shares }: ChangedShares): string =>
  [
    `${partner}:`,
    ...shares.map((share) => `  rule ${share.number}: ${share.share}${conditionsOf(share)}`),
  ].join('\n')

const unchanged = 'Nothing was changed.'

const add = useCaseCommand({
  name: 'add',
  summary: "Add a rule for a partner's share.",
  details:
    'Of the rules that hold for a row, the one with the most conditions counts. Months that are approved keep their rules.',
  examples: [
    'shares add acme hop --percent 75 --country US',
    'shares add acme hop --ecpm 2.50 --app-id hop-ios --format rewarded',
    'shares add acme hop --percent 72 --from 2026-04-01 --replace --yes',
  ],
  arguments: ofPartner,
  options: {
    percent: takes('<percent>', 'a percentage of revenue'),
    ecpm: takes('<amount>', 'the fixed eCPM; with --percent, the least one'),
    appId: takes('<app-id>', "only this app of the network's account"),
    network: takes('<network>', 'only this ad network'),
    country: takes('<country>', 'only this country'),
    format: takes('<format>', 'only this ad format'),
    from: takes('<day>', 'the first day (default: all days)'),
    to: takes('<day>', 'the last day'),
    reason: takes('<text>', 'why'),
    replace: 'take the place of rules with the same conditions, on these days',
  },
  useCase: async () => (await import('../use-cases/partners/add-share.ts')).addShare,
  confirm: { preview, unchanged, question: ({ partner }) => `Add the rule for ${partner}?` },
  line,
})

const end = useCaseCommand({
  name: 'end',
  summary: 'End a rule, for all months that are not approved.',
  examples: ['shares end acme hop 3 --yes'],
  arguments: {
    ...ofPartner,
    number: takes('<number>', 'the number of the rule', { read: Number }),
  },
  useCase: async () => (await import('../use-cases/partners/add-share.ts')).endShare,
  confirm: { preview, unchanged, question: () => 'End the rule?' },
  line,
})

/** `adtally shares`: what partners get of revenue. */
export const sharesCommand = commandGroup(
  {
    name: 'shares',
    summary: 'Manage what partners get of revenue.',
    examples: ['shares add acme hop --percent 75 --country US'],
  },
  [add, end],
)
