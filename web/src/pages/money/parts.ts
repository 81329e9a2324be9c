import type { StatementLineAnswer } from '../../api/wire.ts'

interface AnyPart {
  readonly name: string
  readonly title: string
  readonly isChange?: true
  /** The kinds of lines that made it; absent for figures that follow from others. */
  readonly kinds?: readonly StatementLineAnswer['kind'][]
}

const parts = [
  { name: 'reported', title: 'Reported', kinds: [] },
  { name: 'restated', title: 'Restated', isChange: true, kinds: [] },
  { name: 'billed', title: 'Billed', kinds: ['opening', 'earnings', 'adjustment'] },
  { name: 'unexplained', title: 'Unexplained', isChange: true },
  { name: 'deducted', title: 'Deducted', kinds: ['adjustment'] },
  { name: 'fees', title: 'Fees', kinds: ['fee'] },
  { name: 'tax', title: 'Tax', kinds: ['tax'] },
  { name: 'exchange', title: 'Exchange', isChange: true },
  { name: 'paid', title: 'Paid', kinds: ['payment', 'reversal'] },
  { name: 'open', title: 'Open' },
] as const satisfies readonly AnyPart[]

/** A figure of a network's month. */
export type Part = AnyPart & { readonly name: (typeof parts)[number]['name'] }

/** The figures of a network's month, in the order of the two identities. */
export const partsOfMonth: readonly Part[] = parts
