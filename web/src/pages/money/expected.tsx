import { useMemo } from 'react'
import type { ExpectedAnswer, MoneyAnswer } from '../../api/wire.ts'
import { daysText } from '../../figures/counted.ts'
import { DayRange } from '../../figures/day-range.tsx'
import { type Formats, useFormats } from '../../figures/formats.ts'
import { networkName } from '../../figures/names.ts'
import { shiftDay } from '../../figures/shift-day.ts'
import { Card } from '../../layout/card.tsx'
import { type DataColumn, DataTable } from '../../tables/data-table.tsx'
import { ListTable } from '../../tables/list-table.tsx'
import { periodOfDay } from '../../view/periods.ts'
import { Amount, amountIn, MonthLink, monthText, networkColumn, sumText } from './cells.tsx'
import styles from './money.module.css'

/** Payments that are not late, by week. */
export function Coming({ payments }: { payments: readonly ExpectedAnswer[] }) {
  const formats = useFormats()
  const weeks = [...Map.groupBy(payments, ({ due_date: due }) => periodOfDay('week', due))]
  return (
    <Card title="Expected payments">
      {weeks.length === 0 && <p>No payment is expected.</p>}
      {weeks.map(([week, due]) => (
        <section key={week} data-week={week} className={styles.week}>
          <h3>
            <DayRange from={week} to={shiftDay(week, 6)} />
            <span className="number">{sumText(due, formats)}</span>
          </h3>
          <ul className="lines">
            {due.map((one) => (
              <li key={`${one.network} ${one.due_date}`}>
                <span>
                  {networkName(one.network)}, {formats.day(one.due_date, 'short')}
                  <small>
                    <MonthsOf payment={one} />
                  </small>
                </span>
                <span className="number">
                  <Amount of={one.amount} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Card>
  )
}

type Ageing = MoneyAnswer['ageing'][number]

export interface LateProps {
  readonly payments: readonly ExpectedAnswer[]
  readonly ageing: readonly Ageing[]
}

/** Late payments, and what each network owes by how late it is. */
export function Late({ payments, ageing }: LateProps) {
  const formats = useFormats()
  const ageingOf = useMemo(() => ageingColumns(ageing, formats), [ageing, formats])
  if (payments.length === 0) {
    return (
      <Card title="Late payments">
        <p>Nothing is late.</p>
      </Card>
    )
  }
  return (
    <Card title="Late payments">
      <ListTable
        label="Late payments by network"
        isCard={false}
        rows={payments}
        keyOf={({ network, due_date: due }) => `${network} ${due}`}
        attributesOf={({ network }) => ({ 'data-late': network })}
        columns={[
          networkColumn,
          {
            title: 'Late',
            cell: ({ late_days: days, due_date: due }) => (
              <>
                <span className="failure">{daysText(days, formats)}</span>{' '}
                <small>due {formats.day(due, 'short')}</small>
              </>
            ),
          },
          { title: 'Months', cell: (one) => <MonthsOf payment={one} /> },
          { title: 'Amount', isNumber: true, cell: ({ amount }) => <Amount of={amount} /> },
        ]}
      />
      <h3>Owed by days late</h3>
      <DataTable
        label="Owed by days late"
        className={styles.tight!}
        cards
        columns={ageingOf}
        rows={ageing}
        keyOf={({ network }) => network}
        attributesOf={({ network }) => ({ 'data-ageing': network })}
      />
    </Card>
  )
}

const ageingColumns = (ageing: readonly Ageing[], formats: Formats): DataColumn<Ageing>[] => [
  {
    id: 'network',
    header: 'Days late',
    cell: ({ network }) => networkName(network),
    footer: 'All networks',
  },
  ...(ageing[0]?.amounts ?? []).map(
    ({ up_to_days: last }, place, all): DataColumn<Ageing> => ({
      id: `${last}`,
      header: bucketTitle(last, all[place - 1]?.up_to_days ?? 0, formats),
      isNumber: true,
      cell: ({ amounts }) => <Amount of={amounts[place]!.amount} />,
      footer: sumText(
        ageing.map(({ amounts }) => amounts[place]!),
        formats,
      ),
    }),
  ),
]

function bucketTitle(last: number | null, before: number, { count }: Formats): string {
  if (last === 0) return 'Not late'
  return last === null ? `Over ${count(before)}` : `${count(before + 1)}–${count(last)}`
}

/** Balances that networks do not pay yet. */
export function Held({ balances }: { balances: MoneyAnswer['held'] }) {
  const formats = useFormats()
  return (
    <Card title="Below the smallest payment">
      <ListTable
        label="Balances below the smallest payment"
        isCard={false}
        rows={balances}
        keyOf={({ network }) => network}
        attributesOf={({ network }) => ({ 'data-held': network })}
        columns={[
          networkColumn,
          { title: 'Months', cell: (one) => <MonthsOf payment={one} /> },
          {
            title: 'Balance',
            isNumber: true,
            cell: (one) => amountIn(one.currency, one.balance, formats),
          },
          {
            title: 'Smallest payment',
            isNumber: true,
            cell: (one) => amountIn(one.currency, one.minimum, formats),
          },
        ]}
      />
    </Card>
  )
}

const basisTexts: Readonly<Record<ExpectedAnswer['months'][number]['basis'], string>> = {
  billed: 'billed',
  closed: 'closed',
  reported: 'reported so far',
}

/** The months that a payment is for, each with what its amount is made from. */
function MonthsOf({ payment }: { payment: Pick<ExpectedAnswer, 'network' | 'months'> }) {
  const formats = useFormats()
  const { network, months } = payment
  return months.map(({ month, basis, amount }, place) => (
    <span key={month}>
      {place > 0 && ', '}
      <MonthLink of={{ network, month }}>{monthText(month, formats)}</MonthLink>{' '}
      {months.length > 1 && <Amount of={amount} />} {basisTexts[basis]}
    </span>
  ))
}
