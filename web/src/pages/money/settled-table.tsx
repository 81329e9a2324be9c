import { useMemo, useState } from 'react'
import type { MoneyMonthAnswer } from '../../api/wire.ts'
import { daysText } from '../../figures/counted.ts'
import { type Formats, none, useFormats } from '../../figures/formats.ts'
import { microsOf } from '../../figures/micros.ts'
import { networkName } from '../../figures/names.ts'
import { type DataColumn, DataTable } from '../../tables/data-table.tsx'
import styles from './money.module.css'
import { changeText, moneyText, monthText, stateTexts } from './money-texts.ts'
import { MonthLink } from './month-link.tsx'
import { type Part, partsOfMonth } from './parts.ts'

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
    <section className="card" aria-labelledby="settled-title">
      <h2 id="settled-title">By network and month</h2>
      <p className="note">
        Reported + restated = billed + unexplained. Billed + exchange = paid + deducted + fees + tax
        + open.
      </p>
      <DataTable
        label="Months by network"
        className={styles.settled!}
        cards
        columns={columns}
        rows={rows}
        keyOf={({ month, network }) => `${month} ${network}`}
        attributesOf={({ month, network }) => ({ 'data-settled': `${month} ${network}` })}
        sorting={sorting}
        onSort={setSorting}
      />
    </section>
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
      cell: (one) => <PartFigure of={one} part={part} formats={formats} />,
    }),
  ),
  {
    id: 'ratio',
    header: 'Paid ratio',
    isNumber: true,
    cell: ({ paid_ratio: ratio }) => formats.share(ratio),
  },
]

interface PartFigureProps {
  readonly of: MoneyMonthAnswer
  readonly part: Part
  readonly formats: Formats
}

/** A figure of a month; a link if lines or imports made it. */
export function PartFigure({ of: one, part, formats }: PartFigureProps) {
  const amount = one[part.name]
  if (amount === null) return none
  const text = part.isChange ? changeText(amount, formats) : moneyText(amount, formats)
  if (microsOf(amount) === 0n || !part.kinds) return text
  return (
    <MonthLink of={one} part={part.name}>
      {text}
    </MonthLink>
  )
}
