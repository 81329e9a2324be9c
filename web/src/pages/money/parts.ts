import type { MoneyMonthAnswer, StatementLineAnswer } from '../../api/wire.ts'

type Line = StatementLineAnswer

/** A figure of a network's month. */
export interface Part {
  readonly name: string
  readonly title: string
  readonly of: (month: MoneyMonthAnswer) => string | null
  readonly isChange?: true
  /** Whether lines or imports made it, which a link shows. */
  readonly leads?: true
  /** The kinds of its lines. */
  readonly kinds?: readonly Line['kind'][]
}

/** The figures of a network's month, in the order of the two identities. */
export const partsOfMonth: readonly Part[] = [
  { name: 'reported', title: 'Reported', of: ({ reported }) => reported, leads: true, kinds: [] },
  {
    name: 'restated',
    title: 'Restated',
    of: ({ restated }) => restated,
    isChange: true,
    leads: true,
    kinds: [],
  },
  {
    name: 'billed',
    title: 'Billed',
    of: ({ billed }) => billed,
    leads: true,
    kinds: ['opening', 'earnings', 'adjustment'],
  },
  {
    name: 'unexplained',
    title: 'Unexplained',
    of: ({ unexplained }) => unexplained,
    isChange: true,
  },
  {
    name: 'deducted',
    title: 'Deducted',
    of: ({ deducted }) => deducted,
    leads: true,
    kinds: ['adjustment'],
  },
  { name: 'fees', title: 'Fees', of: ({ fees }) => fees, leads: true, kinds: ['fee'] },
  { name: 'tax', title: 'Tax', of: ({ tax }) => tax, leads: true, kinds: ['tax'] },
  { name: 'exchange', title: 'Exchange', of: ({ exchange }) => exchange, isChange: true },
  {
    name: 'paid',
    title: 'Paid',
    of: ({ paid }) => paid,
    leads: true,
    kinds: ['payment', 'reversal'],
  },
  { name: 'open', title: 'Open', of: ({ open }) => open },
]
