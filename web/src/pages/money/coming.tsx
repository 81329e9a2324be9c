import type { ExpectedAnswer } from '../../api/wire.ts'
import { DayRange } from '../../figures/day-range.tsx'
import { useFormats } from '../../figures/formats.ts'
import { networkName } from '../../figures/names.ts'
import { ListTable } from '../../tables/list-table.tsx'
import { ExpectedMonthLinks } from './expected-months.tsx'
import styles from './money.module.css'
import { moneyText, sumText, weekOf } from './money-texts.ts'

/** The payments that are not late, by week. */
export function Coming({ payments }: { payments: readonly ExpectedAnswer[] }) {
  const formats = useFormats()
  const weeks = [...Map.groupBy(payments, ({ due_date: due }) => weekOf(due).from)]
  return (
    <section className="card" aria-labelledby="coming-title">
      <h2 id="coming-title">What comes when</h2>
      {weeks.length === 0 ? (
        <p>No payment is expected.</p>
      ) : (
        <ListTable
          label="Expected payments by week"
          isCard={false}
          className={styles.weeks!}
          rows={weeks}
          keyOf={([week]) => week}
          attributesOf={([week]) => ({ 'data-week': week })}
          columns={[
            { title: 'Week', cell: ([week]) => <DayRange {...weekOf(week)} /> },
            {
              title: 'Payments',
              isUnseen: true,
              cell: ([, due]) => (
                <ul className="lines">
                  {due.map((one) => (
                    <Payment key={`${one.network} ${one.due_date}`} of={one} />
                  ))}
                </ul>
              ),
            },
            {
              title: 'Sum',
              isNumber: true,
              cell: ([, due]) => (
                <b>
                  {sumText(
                    due.map(({ amount }) => amount),
                    formats,
                  )}
                </b>
              ),
            },
          ]}
        />
      )}
    </section>
  )
}

function Payment({ of: one }: { of: ExpectedAnswer }) {
  const formats = useFormats()
  return (
    <li>
      <span>
        {networkName(one.network)}, {formats.day(one.due_date, 'short')}
        <small>
          <ExpectedMonthLinks of={one} />
        </small>
      </span>
      <span className="number">{moneyText(one.amount, formats)}</span>
    </li>
  )
}
