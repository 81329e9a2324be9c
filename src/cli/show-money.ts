import type { MoneyView } from '../use-cases/money/money-view.ts'
import { counted } from '../wording/phrases.ts'
import { takes } from './command-fields.ts'
import { shownMoney } from './money.ts'
import { print, printTable } from './print.ts'
import { useCaseCommand } from './run-command.ts'
import type { Shell } from './shell.ts'

/** `adtally money`: what networks owe, paid and took. */
export const moneyCommand = useCaseCommand({
  name: 'money',
  summary: 'Print what networks reported, billed, paid and owe.',
  examples: ['money studio', 'money studio --from 2026-01 --to 2026-03 --json'],
  arguments: { username: 'the account' },
  options: {
    from: takes('<month>', 'the first month, as YYYY-MM'),
    to: takes('<month>', 'the last month, as YYYY-MM'),
  },
  useCase: async () => (await import('../use-cases/money/show-money.ts')).showMoney,
  show: (shell, money, { username }) => {
    printMonths(shell, money)
    printExpected(shell, money)
    if (money.waiting_lines > 0) {
      print(
        shell,
        `Waiting to be assigned: ${counted(money.waiting_lines, 'line')}. List them: adtally statements lines ${username} --waiting`,
      )
    }
    for (const network of money.without_rates) {
      print(shell, `${network}: a rate of today is missing. Add rates: adtally rates fetch`)
    }
    for (const network of money.without_terms) {
      print(
        shell,
        `${network} has no terms. Set them: adtally terms set ${username} ${network} ${money.today.slice(0, 7)} --net-days 60`,
      )
    }
  },
})

const unknown = '?'

function printMonths(shell: Shell, { months, currency }: MoneyView): void {
  const money = (amount: string | null) =>
    amount === null ? unknown : shownMoney(amount, currency)
  printTable(
    shell,
    [
      'month',
      'network',
      'state',
      'reported',
      'restated',
      'billed',
      'unexplained',
      'deducted',
      'fees',
      'tax',
      'exchange',
      'paid',
      'open',
      'late',
      'paid ratio',
    ],
    months.map((one) => [
      one.month,
      one.network,
      one.state,
      money(one.reported),
      money(one.restated),
      money(one.billed),
      money(one.unexplained),
      money(one.deducted),
      money(one.fees),
      money(one.tax),
      money(one.exchange),
      money(one.paid),
      money(one.open),
      one.late_days === 0 ? '' : counted(one.late_days, 'day'),
      one.paid_ratio ?? unknown,
    ]),
  )
  print(shell, `Amounts in ${currency}; ${unknown} is unknown.`)
}

function printExpected(shell: Shell, { expected, held, currency }: MoneyView): void {
  if (expected.length > 0) {
    print(shell, '')
    printTable(
      shell,
      ['due', 'network', 'expected', 'for', 'late'],
      expected.map((payment) => [
        payment.due_date,
        payment.network,
        `${shownMoney(payment.amount, currency)} ${currency}`,
        payment.months.map(({ month, basis }) => `${month} (${basis})`).join(', '),
        payment.late_days === 0 ? '' : counted(payment.late_days, 'day'),
      ]),
    )
  }
  for (const one of held) {
    print(
      shell,
      `${one.network}: ${one.balance} ${one.currency} is below the smallest payment of ${one.minimum}.`,
    )
  }
}
