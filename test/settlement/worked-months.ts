import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseDecimal } from '../../src/values/decimal.ts'
import type { Fraction } from './naive-amounts.ts'
import type { NaiveLine, NaiveRevenue, NaiveStep } from './naive-books.ts'

/** The cells of a row, by the names of its table's columns. */
export type Cells = Readonly<Record<string, string>>

/** An example of the page about money. */
export interface WorkedMonth {
  readonly title: string
  /** Of the account. */
  readonly currency: string
  readonly terms: readonly NaiveStep[]
  /** In the order of days. */
  readonly events: readonly { readonly day: string; readonly step: NaiveStep }[]
  /** The rows after all of them. */
  readonly rows: readonly Cells[]
  /** Payments and held balances on some days. */
  readonly expected: readonly Cells[]
  /** What a close booked of another month, as `2026-02 -40.00 2026-01`. */
  readonly booked: readonly string[]
}

/** Reads the examples of the page about money. */
export function readWorkedMonths(): WorkedMonth[] {
  const page = readFileSync(join(import.meta.dirname, '../../docs/money.md'), 'utf8')
  const section = page.split('\n## ').find((one) => one.startsWith('Worked months'))!
  return section.split('\n### ').slice(1).map(readExample)
}

function readExample(text: string): WorkedMonth {
  const currency = /account is in ([A-Z]{3})/.exec(text)?.[1] ?? 'USD'
  const [happened = [], rows = [], expected = []] = tablesOf(text)
  const booked = text.matchAll(/close of (\S+) books (\S+) of (\d{4}-\d{2})/g)
  return {
    title: text.split('\n')[0]!,
    currency,
    terms: termsOf(text, currency),
    events: eventsOf(happened, currency),
    rows,
    expected,
    booked: [...booked].map(([, close, amount, month]) => `${close} ${amount} ${month}`),
  }
}

function tablesOf(text: string): Cells[][] {
  const tables = text.match(/(^\|.*\n?)+/gm) ?? []
  return tables.map((table) => {
    const [names, , ...rows] = table.trim().split('\n').map(cellsOf)
    return rows.map((cells) => Object.fromEntries(names!.map((name, at) => [name, cells[at]!])))
  })
}

const cellsOf = (line: string): string[] =>
  line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim())

const termsLine =
  /^- Terms of `(\w+)`: net (\d+)(?:, from ([\d,.]+) USD)?(?:, paid in ([A-Z]{3}))?(?:, (\d+) % withheld)?\.$/gm

const termsOf = (text: string, accountCurrency: string): NaiveStep[] =>
  [...text.matchAll(termsLine)].map(
    ([, network, netDays, minimum = '0.00', currency = accountCurrency, percent = '0']) => ({
      kind: 'terms',
      network: network!,
      from: '2026-01',
      terms: {
        netDays: Number(netDays),
        minimum: readAmount(minimum),
        currency,
        feePpm: 0n,
        fixedFee: 0n,
        withholdingPpm: BigInt(percent) * 10_000n,
        apps: null,
      },
    }),
  )

/** What happened. Payments with the same name are parts of one. */
function eventsOf(rows: readonly Cells[], accountCurrency: string): WorkedMonth['events'] {
  const events: { day: string; step: NaiveStep }[] = []
  let figures: readonly NaiveRevenue[] = []
  for (const [at, cells] of rows.entries()) {
    const { date: day = '', what = '', network = '', month = '' } = cells
    if (what === 'closed') {
      events.push({ day, step: { kind: 'closed', month } })
    } else if (what === 'reported') {
      const others = figures.filter((one) => one.network !== network || one.month !== month)
      figures = [...others, { network, month, app: 'app', micros: readAmount(cells.amount!) }]
      events.push({
        day,
        step: { kind: 'entry', entry: at + 1, cause: { kind: 'import', rows: figures }, figures },
      })
    } else {
      const [kind, ...name] = what.split(' ')
      const [amount, currency = accountCurrency] = cells.amount!.split(' ')
      const part = { network, month, micros: readAmount(amount!) }
      const last = events.at(-1)?.step
      const isSame = kind === 'payment' && name.length > 0 && rows[at - 1]?.what === what
      if (isSame && last?.kind === 'imported') {
        const [line] = last.lines
        const step: NaiveStep = { ...last, lines: [{ ...line!, parts: [...line!.parts, part] }] }
        events.splice(-1, 1, { day, step })
        continue
      }
      const line: NaiveLine = {
        id: at + 1,
        kind: kind as NaiveLine['kind'],
        currency,
        day,
        reason: kind === 'adjustment' ? name.join(' ') : null,
        rate: readRate(cells.rate || '1'),
        parts: [part],
      }
      events.push({ day, step: { kind: 'imported', lines: [line] } })
    }
  }
  return events
}

function readRate(text: string): Fraction {
  const { units, places } = parseDecimal(text)!
  return [BigInt(units), 10n ** BigInt(places)]
}

/** Micros of an amount such as `-1,234.50`. */
function readAmount(text: string): bigint {
  if (!/^-?[\d,]+\.\d\d$/.test(text)) throw new Error(`"${text}" has not two decimals`)
  return BigInt(text.replace(/[,.]/g, '')) * 10_000n
}

/** Writes micros as the page does; `–` for null. */
export function writeAmount(micros: bigint | null): string {
  if (micros === null) return '–'
  if (micros % 10_000n !== 0n) return `${micros} micros`
  const digits = String(micros / 10_000n)
    .replace('-', '')
    .padStart(3, '0')
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${micros < 0n ? '-' : ''}${whole}.${digits.slice(-2)}`
}
