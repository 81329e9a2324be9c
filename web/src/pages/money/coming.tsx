import type { ExpectedAnswer } from '../../api/wire.ts'
import { DayRange } from '../../figures/day-range.tsx'
import { useFormats } from '../../figures/formats.ts'
import { networkName } from '../../figures/names.ts'
import { type ListColumn, ListTable } from '../../tables/list-table.tsx'
import { column, numbers } from './columns.tsx'
import styles from './money.module.css'
import { moneyText, sumText, weekOf } from './money-texts.ts'
import { ExpectedMonthLinks } from './month-link.tsx'

/** The payments that are not late, by week. */
export function Coming({ payments }: { payments: readonly ExpectedAnswer[] }) {
  const formats = useFormats()
  const weeks = [...Map.groupBy(payments, ({ due_date: due }) => weekOf(due).from)]
  const columns: ListColumn<[string, ExpectedAnswer[]]>[] = [
    column('Week', ([week]) => <DayRange {...weekOf(week)} />),
    {
      ...column('Payments', ([, due]) => <Payments due={due} />),
      isUnseen: true,
    },
    numbers('Sum', ([, due]) => <b>{sumText(due, formats)}</b>),
  ]
  return (
    <section className="card" aria-labelledby="coming-title">
      <h2 id="coming-title">What comes when</h2>
      {weeks.length === 0 && <p>No payment is expected.</p>}
      {weeks.length > 0 && (
        <ListTable
          label="Expected payments by week"
          isCard={false}
          className={styles.weeks!}
          rows={weeks}
          keyOf={([week]) => week}
          attributesOf={([week]) => ({ 'data-week': week })}
          columns={columns}
        />
      )}
    </section>
  )
}

function Payments({ due }: { due: readonly ExpectedAnswer[] }) {
  const formats = useFormats()
  return (
    <ul className="lines">
      {due.map((one) => (
        <li key={`${one.network} ${one.due_date}`}>
          <span>
            {networkName(one.network)}, {formats.day(one.due_date, 'short')}
            <small>
              <ExpectedMonthLinks of={one} />
            </small>
          </span>
          <span className="number">{moneyText(one.amount, formats)}</span>
        </li>
      ))}
    </ul>
  )
}
