import { useMemo } from 'react'
import type { ExpectedAnswer, MoneyAnswer } from '../../api/wire.ts'
import { daysText } from '../../figures/counted.ts'
import { type Formats, useFormats } from '../../figures/formats.ts'
import { networkName } from '../../figures/names.ts'
import { type DataColumn, DataTable } from '../../tables/data-table.tsx'
import { type ListColumn, ListTable } from '../../tables/list-table.tsx'
import { column, networkColumn, numbers } from './columns.tsx'
import { moneyText, sumText } from './money-texts.ts'
import { ExpectedMonthLinks } from './month-link.tsx'

type Ageing = MoneyAnswer['ageing'][number]

export interface LateProps {
  readonly payments: readonly ExpectedAnswer[]
  readonly ageing: readonly Ageing[]
}

/** Late payments, and what each network owes by how late it is. */
export function Late({ payments, ageing }: LateProps) {
  const formats = useFormats()
  const ageingOf = useMemo(() => ageingColumns(ageing, formats), [ageing, formats])
  const columns: ListColumn<ExpectedAnswer>[] = [
    networkColumn,
    column('Late', ({ late_days: days, due_date: due }) => (
      <>
        <span className="failure">{daysText(days, formats)}</span>{' '}
        <small>due {formats.day(due, 'short')}</small>
      </>
    )),
    column('Months', (one) => <ExpectedMonthLinks of={one} />),
    numbers('Amount', ({ amount }) => moneyText(amount, formats)),
  ]
  return (
    <section className="card" aria-labelledby="late-title">
      <h2 id="late-title">What is late</h2>
      {payments.length === 0 && <p>Nothing is late.</p>}
      {payments.length > 0 && (
        <>
          <ListTable
            label="Late payments"
            isCard={false}
            className=""
            rows={payments}
            keyOf={({ network, due_date: due }) => `${network} ${due}`}
            attributesOf={({ network }) => ({ 'data-late': network })}
            columns={columns}
          />
          <h3>By days late</h3>
          <DataTable
            label="Owed by days late"
            cards
            columns={ageingOf}
            rows={ageing}
            keyOf={({ network }) => network}
            attributesOf={({ network }) => ({ 'data-ageing': network })}
          />
        </>
      )}
    </section>
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
      cell: ({ amounts }) => moneyText(amounts[place]!.amount, formats),
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
