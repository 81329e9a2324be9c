import { useEffect, useRef } from 'react'
import { formatDay } from '../../../../src/values/day.ts'
import { lastDayOfMonth, parseMonth } from '../../../../src/values/months.ts'
import { useAnswer } from '../../api/queries.ts'
import type { MoneyMonthAnswer } from '../../api/wire.ts'
import { useFormats } from '../../figures/formats.ts'
import { networkName } from '../../figures/names.ts'
import { visible } from '../../figures/visible.ts'
import { Failure, Skeleton } from '../../layout/states.tsx'
import { PageLink } from '../../view/page-link.tsx'
import { searchOf } from '../../view/search.ts'
import { useAddress } from '../../view/use-view.ts'
import reconcile from '../reconcile/reconcile.module.css'
import { viewOfSlices } from '../slice-filters.ts'
import { LineTable } from './line-table.tsx'
import styles from './money.module.css'
import { amountIn, changeText, moneyText, monthText, stateTexts } from './money-texts.ts'
import { partsOfMonth } from './parts.ts'
import { PartFigure } from './settled-table.tsx'

export interface SettledMonthProps {
  readonly of: MoneyMonthAnswer
  /** The figure whose lines are shown; all when absent. */
  readonly part: string | undefined
}

/** A network's month: its figures, and the lines and imports that made them. */
export function SettledMonth({ of: one, part: name }: SettledMonthProps) {
  const formats = useFormats()
  const { view } = useAddress()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const part = partsOfMonth.find((each) => each.name === name)
  const range = { from: `${one.month}-01`, to: formatDay(lastDayOfMonth(parseMonth(one.month)!)) }
  const slices = viewOfSlices(view, range, { network: [one.network] })
  const shows = (of: string) => part === undefined || part.name === of
  return (
    <section className="card" aria-labelledby="month-title">
      <nav aria-label="Months" className={reconcile.breadcrumb}>
        <PageLink to="/dashboard/money/months">All months</PageLink>
        <span aria-hidden="true">›</span>
        <h2 id="month-title" className={styles.title} tabIndex={-1} ref={title}>
          {networkName(one.network)}, {monthText(one.month, formats)}
        </h2>
      </nav>
      <p>
        {stateTexts[one.state]}
        {one.due_date !== null && `, due ${formats.day(one.due_date, 'short')}`}.{' '}
        <PageLink to="/dashboard" search={searchOf(slices)}>
          Reported figures
        </PageLink>
      </p>
      <dl className={reconcile.total}>
        {partsOfMonth.map((each) => (
          <div key={each.name} data-part={each.name}>
            <dt>{each.title}</dt>
            <dd aria-current={each === part ? 'true' : undefined}>
              <PartFigure of={one} part={each} formats={formats} />
            </dd>
          </div>
        ))}
      </dl>
      <Facts of={one} />
      {shows('restated') && <Restatements of={one} />}
      {shows('deducted') && <Deductions of={one} />}
      {part?.kinds?.length !== 0 && <Lines of={one} kinds={part?.kinds} />}
    </section>
  )
}

function Facts({ of: one }: { of: MoneyMonthAnswer }) {
  const formats = useFormats()
  return (
    <>
      {one.uncovered !== '0' && (
        <p className="note">
          {moneyText(one.uncovered, formats)} was reported of apps that statements do not cover.
        </p>
      )}
      {one.open_in_currency !== null && one.open !== one.open_in_currency && (
        <p className="note">Open: {amountIn(one.currency, one.open_in_currency, formats)}</p>
      )}
    </>
  )
}

function Restatements({ of: { restatements } }: { of: MoneyMonthAnswer }) {
  const formats = useFormats()
  if (restatements.length === 0) return null
  return (
    <>
      <h3>Restated since the close</h3>
      <ul>
        {restatements.map(({ import: id, amount, line }) => (
          <li key={id ?? 'unknown'}>
            {changeText(amount, formats)}{' '}
            {id === null ? 'by imports that are not stored any more' : <ImportLink id={id} />}
            {line !== null && ', the same as a deduction of the statement'}
          </li>
        ))}
      </ul>
    </>
  )
}

/** A link to the list of imports that begins with one. */
function ImportLink({ id }: { id: number }) {
  const { view } = useAddress()
  return (
    <PageLink to="/dashboard/imports" search={{ ...searchOf(view), before: [`${id + 1}`] }}>
      import {id}
    </PageLink>
  )
}

function Deductions({ of: { deductions } }: { of: MoneyMonthAnswer }) {
  const formats = useFormats()
  if (deductions.length === 0) return null
  return (
    <>
      <h3>Deducted</h3>
      <ul>
        {deductions.map(({ reason, amount }) => (
          <li key={reason}>
            {moneyText(amount, formats)}: {reason === null ? 'no reason stated' : visible(reason)}
          </li>
        ))}
      </ul>
    </>
  )
}

interface LinesProps {
  readonly of: MoneyMonthAnswer
  readonly kinds: (typeof partsOfMonth)[number]['kinds']
}

function Lines({ of: { network, month, restatements }, kinds }: LinesProps) {
  const { data, error, refetch } = useAnswer('money/lines', { network, month })
  const lines = data?.lines.filter(({ kind }) => kinds === undefined || kinds.includes(kind))
  const linked = new Set(restatements.flatMap(({ line }) => line ?? []))
  return (
    <>
      <h3>Lines of statements</h3>
      <Failure error={error} onRetry={() => refetch()} />
      {!lines && !error && <Skeleton height={120} />}
      {lines?.length === 0 && <p>None. Fees and tax without lines are those of the terms.</p>}
      {lines && lines.length > 0 && (
        <LineTable label="Lines of statements" lines={lines} linked={linked} />
      )}
    </>
  )
}
