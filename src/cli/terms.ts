import { readWholeNumber } from '../config/settings.ts'
import type { TermsView } from '../use-cases/money/terms-view.ts'
import { takes } from './command-fields.ts'
import { collectApps } from './money-options.ts'
import { commandGroup, useCaseCommand } from './run-command.ts'

const place = {
  username: 'the account',
  network: 'network identifier, for example admob',
  from: takes('<month>', 'the first month that they hold for, as YYYY-MM'),
}

const list = useCaseCommand({
  name: 'list',
  summary: 'List how networks pay.',
  details: 'Terms without a month are the usual ones of a network that has figures.',
  examples: ['terms list studio'],
  arguments: { username: 'the account' },
  useCase: async () => (await import('../use-cases/money/list-terms.ts')).listTerms,
  table: {
    header: ['network', 'from', 'paid', 'from a balance of', 'fees', 'withheld', 'apps'],
    toRow: (terms) => [
      terms.network,
      terms.from ?? 'usual',
      `net ${terms.net_days}`,
      `${terms.minimum} ${terms.currency}`,
      feesOf(terms),
      `${terms.withholding_percent} %`,
      terms.apps === null ? 'all' : terms.apps.join(', '),
    ],
    whenEmpty: ({ username }) =>
      `No terms. Set some: adtally terms set ${username} NETWORK MONTH --net-days 60`,
  },
})

const feesOf = ({ fee_percent: percent, fixed_fee: fixed, currency }: TermsView): string =>
  `${percent} % + ${fixed} ${currency}`

const set = useCaseCommand({
  name: 'set',
  summary: 'Set how a network pays from a month on.',
  details: 'What is left out stays as it was. Earlier months keep their terms.',
  examples: [
    'terms set studio unity 2026-01 --net-days 60 --minimum 100',
    'terms set studio admob 2026-01 --currency EUR --withholding-percent 15',
  ],
  arguments: place,
  options: {
    netDays: takes('<days>', 'days between the end of a month and its payment', {
      read: (text) => readWholeNumber('--net-days', text, 0, 365),
    }),
    minimum: takes('<amount>', 'the smallest balance that is paid'),
    currency: takes('<code>', 'the currency of statements and payments'),
    feePercent: takes('<percent>', 'the fee in percent of what is billed'),
    fixedFee: takes('<amount>', 'the fee of each payment'),
    withholdingPercent: takes('<percent>', 'the tax that is withheld'),
    apps: takes('<app-ids>', 'the apps that statements cover, separated by commas; all for all', {
      read: collectApps,
    }),
  },
  useCase: async () => (await import('../use-cases/money/set-terms.ts')).setTerms,
  line: (terms) =>
    `${terms.network} from ${terms.from}: net ${terms.net_days} in ${terms.currency}, from a balance of ${terms.minimum} on, fees ${feesOf(terms)}, ${terms.withholding_percent} % withheld.`,
})

const remove = useCaseCommand({
  name: 'remove',
  summary: 'Remove terms that were set from a month on.',
  examples: ['terms remove studio unity 2026-01'],
  arguments: place,
  isPlain: true,
  useCase: async () => (await import('../use-cases/money/set-terms.ts')).removeTerms,
  line: ({ network, from }) => `The terms of ${network} from ${from} on are removed.`,
})

/** `adtally terms`: how networks pay. */
export const termsCommand = commandGroup(
  {
    name: 'terms',
    summary: 'Manage how networks pay: days, smallest payment, fees and taxes.',
    examples: ['terms list studio', 'terms set studio unity 2026-01 --net-days 60'],
  },
  [list, set, remove],
)
