import type { ReactNode } from 'react'
import { useAccount, useAnswer } from '../../api/queries.ts'
import type { MoneyAnswer } from '../../api/wire.ts'
import { daysText } from '../../figures/counted.ts'
import { useFormats } from '../../figures/formats.ts'
import { networkName } from '../../figures/names.ts'
import { shiftDay } from '../../figures/shift-day.ts'
import { Card } from '../../layout/card.tsx'
import { PageTitle } from '../../layout/page-title.tsx'
import { Empty, Failed, Skeleton } from '../../layout/states.tsx'
import { PageLink } from '../../view/page-link.tsx'
import reconcile from '../reconcile/reconcile.module.css'
import { sumText } from './cells.tsx'
import { Coming, Held, Late } from './expected.tsx'
import { Lines } from './lines.tsx'
import styles from './money.module.css'
import { SetTerms } from './set-terms.tsx'

/** What networks owe: what comes when, and what is late. */
export default function Money() {
  const { data, error, isPending, refetch } = useAnswer('money')
  return (
    <>
      <PageTitle of="/dashboard/money" />
      {error && <Failed error={error} onRetry={() => refetch()} />}
      {isPending && <Skeleton height={420} />}
      {data && !error && (data.months.length === 0 ? <Nothing /> : <Found money={data} />)}
    </>
  )
}

const Nothing = () => (
  <Empty title="Nothing was reported yet">
    <p>
      Import <PageLink to="/dashboard/imports">figures</PageLink> or{' '}
      <PageLink to="/dashboard/money/statements">statements</PageLink>, and you will see here what
      networks owe.
    </p>
  </Empty>
)

/** For how many days the first figure of the page looks ahead. */
const nearDays = 30

function Found({ money }: { money: MoneyAnswer }) {
  const formats = useFormats()
  const { expected, ageing, held, waiting_lines: waiting } = money
  const { without_terms: withoutTerms, without_rates: withoutRates } = money
  const late = expected.filter(({ late_days: days }) => days > 0)
  const coming = expected.filter(({ late_days: days }) => days === 0)
  const last = shiftDay(useAccount().today, nearDays)
  const near = coming.filter(({ due_date: due }) => due <= last)
  const latest = Math.max(...late.map(({ late_days: days }) => days))
  return (
    <>
      <dl className={`card ${reconcile.total}`}>
        <Total title={`Due within ${daysText(nearDays, formats)}`} value={sumText(near, formats)}>
          of {sumText(coming, formats)} expected
        </Total>
        <Total title="Late" value={sumText(late, formats)}>
          {late.length > 0 && `up to ${daysText(latest, formats)}`}
        </Total>
        {held.length > 0 && (
          <Total title="Below the smallest payment" value={sumText(held, formats)} />
        )}
        {waiting > 0 && (
          <Total title="Lines to assign" value={<a href="#waiting">{formats.count(waiting)}</a>} />
        )}
      </dl>
      <div className={styles.sides}>
        <Coming payments={coming} />
        <div className={styles.side}>
          <Late payments={late} ageing={ageing} />
          {held.length > 0 && <Held balances={held} />}
          {withoutTerms.length > 0 && (
            <Card title="Without terms">
              <p className="note">
                These networks owe something. Set their terms to see when they pay.
              </p>
              <ul className="lines">
                {withoutTerms.map((network) => (
                  <li key={network} data-without={network}>
                    {networkName(network)} <SetTerms network={network} />
                  </li>
                ))}
              </ul>
            </Card>
          )}
        </div>
      </div>
      {withoutRates.length > 0 && (
        <p className="card failure">
          Not expected here for lack of a rate of today: {withoutRates.map(networkName).join(', ')}.{' '}
          <PageLink to="/dashboard/rates">Add rates</PageLink>
        </p>
      )}
      {waiting > 0 && (
        <Card title="Lines to assign" id="waiting">
          <p className="note">
            Lines whose network or month could not be told. They count nowhere until you assign
            them.
          </p>
          <Lines of={{ waiting: 'true' }} empty="All lines are assigned." />
        </Card>
      )}
    </>
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
