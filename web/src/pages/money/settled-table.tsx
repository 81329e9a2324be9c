import { useMemo, useState } from 'react'
import type { MoneyMonthAnswer, StatementLineAnswer } from '../../api/wire.ts'
import { daysText } from '../../figures/counted.ts'
import { type Formats, useFormats } from '../../figures/formats.ts'
import { microsOf } from '../../figures/micros.ts'
import { networkName } from '../../figures/names.ts'
import { Card } from '../../layout/card.tsx'
import { type DataColumn, DataTable } from '../../tables/data-table.tsx'
import { Amount, MonthLink, monthText, stateTexts } from './cells.tsx'
import styles from './money.module.css'

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

const byMonth = { column: 'month', descending: true }

/** What each network reported, billed, took and paid, by month. Each figure leads to its lines. */
export function SettledTable({ months }: { months: readonly MoneyMonthAnswer[] }) {
  const formats = useFormats()
  const [sorting, setSorting] = useState(byMonth)
  const columns = useMemo(() => columnsOf(formats), [formats])
  const rows = useMemo(() => {
    const sign = sorting.descending ? -1 : 1
    if (sorting.column === 'month') {
      return months.toSorted((a, b) => sign * a.month.localeCompare(b.month))
    }
    return months.toReversed().sort((a, b) => sign * a.network.localeCompare(b.network))
  }, [months, sorting])
  return (
    <Card title="By network and month">
      <p className="note">
        Reported + restated = billed + unexplained. Billed + exchange = paid + deducted + fees + tax
        + open.
      </p>
      <DataTable
        label="Months by network"
        className={`${styles.tight} ${styles.settled}`}
        cards
        columns={columns}
        rows={rows}
        keyOf={({ month, network }) => `${month} ${network}`}
        attributesOf={({ month, network }) => ({ 'data-settled': `${month} ${network}` })}
        sorting={sorting}
        onSort={setSorting}
      />
    </Card>
  )
}

const columnsOf = (formats: Formats): DataColumn<MoneyMonthAnswer>[] => [
  {
    id: 'network',
    header: 'Network',
    sortsFirst: 'ascending',
    cell: (one) => <MonthLink of={one}>{networkName(one.network)}</MonthLink>,
  },
  {
    id: 'month',
    header: 'Month',
    sortsFirst: 'descending',
    cell: ({ month }) => monthText(month, formats),
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ state, late_days: late }) => (
      <>
        {stateTexts[state]}
        {late > 0 && <small className="failure">{daysText(late, formats)} late</small>}
      </>
    ),
  },
  ...partsOfMonth.map(
    (part): DataColumn<MoneyMonthAnswer> => ({
      id: part.name,
      header: part.title,
      isNumber: true,
      cell: (one) => <PartFigure of={one} part={part} />,
    }),
  ),
  {
    id: 'ratio',
    header: 'Paid ratio',
    isNumber: true,
    cell: ({ paid_ratio: ratio }) => formats.share(ratio),
  },
]

/** A figure of a month; a link if lines or imports made it. */
export function PartFigure({ of: one, part }: { of: MoneyMonthAnswer; part: Part }) {
  const amount = one[part.name]
  const figure = <Amount of={amount} isChange={part.isChange} />
  if (amount === null || microsOf(amount) === 0n || !part.kinds) return figure
  return (
    <MonthLink of={one} part={part.name}>
      {figure}
    </MonthLink>
  )
}
