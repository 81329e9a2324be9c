import type { ReactNode } from 'react'
import { useAccount, useAnswer } from '../../api/queries.ts'
import type { MoneyAnswer } from '../../api/wire.ts'
import { daysText } from '../../figures/counted.ts'
import { useFormats } from '../../figures/formats.ts'
import { networkName } from '../../figures/names.ts'
import { shiftDay } from '../../figures/shift-day.ts'
import { PageTitle } from '../../layout/page-title.tsx'
import { Empty, Failed, Skeleton } from '../../layout/states.tsx'
import { PageLink } from '../../view/page-link.tsx'
import reconcile from '../reconcile/reconcile.module.css'
import { Coming } from './coming.tsx'
import { Held, WithoutTerms } from './held.tsx'
import { Late } from './late.tsx'
import styles from './money.module.css'
import { sumText } from './money-texts.ts'
import { WaitingLines } from './waiting-lines.tsx'

/** What networks owe: what comes when, and what is late. */
export default function Money() {
  const { data, error, isPending, refetch } = useAnswer('money')
  return (
    <>
      <PageTitle of="/dashboard/money" />
      {error && <Failed error={error} onRetry={() => refetch()} />}
      {isPending && <Skeleton height={420} />}
      {data && !error && <Found money={data} />}
    </>
  )
}

function Found({ money }: { money: MoneyAnswer }) {
  const { expected, ageing, held, months } = money
  const { without_terms: withoutTerms, without_rates: withoutRates } = money
  const late = expected.filter(({ late_days: days }) => days > 0)
  const coming = expected.filter(({ late_days: days }) => days === 0)
  if (months.length === 0) {
    return (
      <Empty title="Nothing was reported yet">
        <p>Import figures or statements, and you will see here what networks owe.</p>
      </Empty>
    )
  }
  return (
    <>
      <Totals money={money} />
      <div className={styles.sides}>
        <Coming payments={coming} />
        <Late payments={late} ageing={ageing} />
      </div>
      {held.length > 0 && <Held balances={held} />}
      {withoutTerms.length > 0 && <WithoutTerms networks={withoutTerms} />}
      {withoutRates.length > 0 && (
        <p className="card failure">
          Not expected here for lack of a rate of today: {withoutRates.map(networkName).join(', ')}.{' '}
          <PageLink to="/dashboard/rates">Add rates</PageLink>
        </p>
      )}
      {money.waiting_lines > 0 && <WaitingLines />}
    </>
  )
}

/** For how many days the first figure of the page looks ahead. */
const nearDays = 30

function Totals({ money }: { money: MoneyAnswer }) {
  const formats = useFormats()
  const { expected, held, waiting_lines: waiting } = money
  const last = shiftDay(useAccount().today, nearDays)
  const late = expected.filter(({ late_days: days }) => days > 0)
  const coming = expected.filter(({ late_days: days }) => days === 0)
  const near = coming.filter(({ due_date: due }) => due <= last)
  return (
    <dl className={`card ${reconcile.total}`}>
      <Total title={`Comes in ${daysText(nearDays, formats)}`} value={sumText(near, formats)}>
        of {sumText(coming, formats)} expected
      </Total>
      <Total title="Late" value={sumText(late, formats)}>
        {late.length > 0 &&
          `up to ${daysText(Math.max(...late.map(({ late_days: days }) => days)), formats)}`}
      </Total>
      {held.length > 0 && (
        <Total title="Below the smallest payment" value={sumText(held, formats)} />
      )}
      {waiting > 0 && (
        <Total title="Lines to assign" value={<a href="#waiting">{formats.count(waiting)}</a>} />
      )}
    </dl>
  )
}

interface TotalProps {
  readonly title: string
  readonly value: ReactNode
  readonly children?: ReactNode
}

function Total({ title, value, children }: TotalProps) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        {value} <small>{children}</small>
      </dd>
    </div>
  )
}
