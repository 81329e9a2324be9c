import type { CellRule } from '../values/cell-rule.ts'
import { dayAccepts, parseDay } from '../values/day.ts'
import type { FactKind } from './fact-kind.ts'

/** The rule for a column of numbers. The engine checks the pattern, which must match whole cells. */
export interface NumberRule {
  readonly required: boolean
  readonly accepts: string
  readonly pattern: string
}

const wholeNumber = {
  accepts: 'a whole number, 0 or more, of at most 15 digits',
  pattern: '[0-9]{1,15}',
}

const decimal = 'a decimal such as 12.5, at most 10 digits before the point'

const ownMoney = {
  accepts: `${decimal} and 6 after it`,
  pattern: '-?[0-9]{1,10}(\\.[0-9]{1,6}0*)?',
}

/** Networks' money may have more decimal places. */
const networkMoney = {
  accepts: decimal,
  pattern: '-?[0-9]{1,10}(\\.[0-9]+)?',
}

/** The columns of labels that every kind has. Apps are also compared with the catalogue. */
export const commonRules = {
  date: {
    required: true,
    accepts: dayAccepts,
    isAccepted: (value) => parseDay(value) !== null,
  },
  app_id: {
    required: true,
    accepts: 'the app_id of an app that was imported',
    isAccepted: () => true,
  },
} as const satisfies Record<string, CellRule>

/** The currency of money. It is also compared with the account's. */
export const currencyRule: CellRule = {
  required: false,
  accepts: "the currency of the app's account",
  isAccepted: (value) => /^[A-Z]{3}$/.test(value),
}

/** The rules for the columns of labels, by column. */
export const labelRules = ({ labels, hasMoney }: FactKind): Readonly<Record<string, CellRule>> => ({
  ...commonRules,
  ...labels,
  ...(hasMoney && { currency: currencyRule }),
})

/** The rules for the columns of numbers, by column. @param isNetwork whether the report is a network's */
export const numberRules = (
  { counts, money }: FactKind,
  isNetwork: boolean,
): Readonly<Record<string, NumberRule>> => {
  const rulesOf = (numbers: FactKind['counts'], rule: Omit<NumberRule, 'required'>) =>
    Object.entries(numbers).map(([name, { required }]) => [name, { ...rule, required }] as const)
  return Object.fromEntries([
    ...rulesOf(counts, wholeNumber),
    ...rulesOf(money, isNetwork ? networkMoney : ownMoney),
  ])
}
