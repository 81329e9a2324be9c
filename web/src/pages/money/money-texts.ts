import { formatMicros, parseDecimal } from '../../../../src/values/decimal.ts'
import type { ExpectedAnswer, MoneyMonthAnswer, StatementLineAnswer } from '../../api/wire.ts'
import type { Formats } from '../../figures/formats.ts'
import { microsOf } from '../../figures/micros.ts'
import { shiftDay } from '../../figures/shift-day.ts'
import { visible } from '../../figures/visible.ts'
import { periodOfDay } from '../../view/periods.ts'

/** A month such as `2026-03`. */
export const monthText = (month: string, formats: Formats): string =>
  formats.day(`${month}-01`, 'month')

/** An amount of a statement, with the code of its currency. */
export const amountIn = (currency: string, amount: string, { locale }: Formats): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'code' }).format(
    amount as Intl.StringNumericLiteral,
  )

/** The sum of amounts in the account's currency. */
export const sumText = (of: readonly { readonly amount: string }[], { money }: Formats): string =>
  money(of.reduce((sum, { amount }) => sum + microsOf(amount), 0n).toString())

/** An amount of the account's currency; a dash when it is unknown. */
export const moneyText = (amount: string | null, formats: Formats): string =>
  formats.figure('revenue', amount)

/** The same with a sign. */
export const changeText = (amount: string, formats: Formats): string =>
  formats.moneyChange(microsOf(amount).toString())

/** The days of the week that a day is in. */
export function weekOf(day: string): { readonly from: string; readonly to: string } {
  const from = periodOfDay('week', day)
  return { from, to: shiftDay(from, 6) }
}

type Basis = ExpectedAnswer['months'][number]['basis']

export const basisTexts: Readonly<Record<Basis, string>> = {
  billed: 'billed',
  closed: 'closed',
  reported: 'reported so far',
}

type Kind = StatementLineAnswer['kind']

const kindTexts: Readonly<Record<Kind, string>> = {
  opening: 'Opening balance',
  earnings: 'Earnings',
  adjustment: 'Adjustment',
  fee: 'Fee',
  tax: 'Tax',
  payment: 'Payment',
  reversal: 'Reversal',
}

/** The kind of a line, with the reason of an adjustment. */
export const kindText = ({ kind, reason }: Pick<StatementLineAnswer, 'kind' | 'reason'>): string =>
  reason === null ? kindTexts[kind] : `${kindTexts[kind]}: ${visible(reason)}`

/** What of an amount its parts leave, as a decimal; null while one of them is no decimal. */
export function leftOf(
  amount: string,
  parts: readonly { readonly amount: string }[],
): string | null {
  const read = parts.map((part) => parseDecimal(part.amount))
  if (read.some((decimal) => decimal === null || decimal.places > 6)) return null
  const sum = parts.reduce((total, part) => total + microsOf(part.amount), 0n)
  return formatMicros(microsOf(amount) - sum)
}

export const stateTexts: Readonly<Record<MoneyMonthAnswer['state'], string>> = {
  open: 'Open',
  closed: 'Closed',
  paid: 'Paid',
}
