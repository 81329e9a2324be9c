import { at, type Json, listAt, textAt } from '../../sources/readers/read-json.ts'
import { refuse as refuseSource } from '../../sources/refusals.ts'
import type { GivenLine, StatementFile } from '../given-line.ts'
import { lineDayAccepts, maxLineUnits, parseLineDay, parseLineMicros } from '../line-bounds.ts'
import { readMoney } from './amount-text.ts'
import { cellRefuser, maxStatementLines, unrecognised } from './statement-rows.ts'

/** A name has the day of a payment, or `unpaid` for the balance; those of YouTube begin with `youtube-`. */
const paymentName = /^accounts\/[\w-]{1,64}\/payments\/(youtube-)?(unpaid|\d{4}-\d{2}-\d{2})$/

/** Google pays AdSense and AdMob from one account, and apps earn in AdMob. */
const network = 'admob'

const amountAccepts = `an amount above 0 with its currency, such as $1,234.57, €1.234,57 or ¥1,235 JPY; at most ${maxLineUnits}`

/**
 * Reads the answer of `accounts.payments.list` of the AdSense Management API. Balances, and payments of YouTube, which
 * are not of apps, are skipped.
 *
 * @throws Refusal
 */
export function readAdsensePayments(file: string, answer: Json): StatementFile {
  const payments = listAt(answer, 'payments')
  const members = listAt(answer) ? ['a list'] : Object.keys(answer ?? {})
  // The API leaves out empty lists.
  if (payments?.length === 0 || members.length === 0) throw refuseSource('no_rows', { file })
  if (payments === null) throw unrecognised(file, members)
  if (payments.length > maxStatementLines) {
    const accepts = `at most ${maxStatementLines} payments`
    throw cellRefuser(file, payments.length)('payments', String(payments.length), accepts)
  }
  const lines = payments.flatMap((payment, index) => readPayment(file, index + 1, payment) ?? [])
  return { source: 'adsense-payments', lines, skipped: payments.length - lines.length }
}

function readPayment(file: string, place: number, payment: Json): GivenLine | null {
  const refused = cellRefuser(file, place)
  const name = textAt(payment, 'name')
  const [, youtube, date] = paymentName.exec(name) ?? []
  if (date === undefined) {
    throw refused('name', name, 'the name of a payment, such as accounts/pub-1/payments/2026-03-21')
  }
  if (youtube !== undefined || date === 'unpaid') return null
  const [year, month, dayOfMonth] = ['year', 'month', 'day'].map((part) =>
    textAt(payment, 'date', part),
  )
  const written = `${year}-${month!.padStart(2, '0')}-${dayOfMonth!.padStart(2, '0')}`
  const day = parseLineDay(written)
  if (day === null) {
    throw refused('date', at(payment, 'date') === undefined ? '' : written, lineDayAccepts)
  }
  const money = readMoney(textAt(payment, 'amount'))
  const amountMicros = money && parseLineMicros(money.amount)
  if (amountMicros === null || amountMicros < 0n) {
    throw refused('amount', textAt(payment, 'amount'), amountAccepts)
  }
  return {
    at: place,
    network,
    month: null,
    appId: null,
    kind: 'payment',
    amountMicros,
    currency: money!.currency,
    day,
    reference: name,
    reason: null,
  }
}
