import { useEffect, useRef } from 'react'
import type { MoneyMonthAnswer } from '../../api/wire.ts'
import { useFormats } from '../../figures/formats.ts'
import { networkName } from '../../figures/names.ts'
import { PageLink } from '../../view/page-link.tsx'
import { searchOf } from '../../view/search.ts'
import { useAddress } from '../../view/use-view.ts'
import reconcile from '../reconcile/reconcile.module.css'
import { viewOfSlices } from '../slice-filters.ts'
import { Amount, amountIn, daysOfMonth, monthText, stateTexts } from './cells.tsx'
import { Lines } from './lines.tsx'
import styles from './money.module.css'
import { PartFigure, partsOfMonth } from './settled-table.tsx'

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
  const slices = viewOfSlices(view, daysOfMonth(one.month), { network: [one.network] })
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
      <dl className={`${reconcile.total} ${styles.figures}`}>
        {partsOfMonth.map((each) => (
          <div key={each.name} data-part={each.name}>
            <dt>{each.title}</dt>
            <dd aria-current={each === part ? 'true' : undefined}>
              <PartFigure of={one} part={each} />
            </dd>
          </div>
        ))}
      </dl>
      {one.uncovered !== '0' && (
        <p className="note">
          <Amount of={one.uncovered} /> was reported of apps that statements do not cover.
        </p>
      )}
      {one.open_in_currency !== null && one.open !== one.open_in_currency && (
        <p className="note">Open: {amountIn(one.currency, one.open_in_currency, formats)}</p>
      )}
      {(!part || part.name === 'restated') && <Restatements of={one} />}
      {part?.kinds?.length !== 0 && (
        <>
          <h3>Lines of statements</h3>
          <Lines
            of={{ network: one.network, month: one.month }}
            kinds={part?.kinds}
            linked={new Set(one.restatements.flatMap(({ line }) => line ?? []))}
            empty="None. Fees and tax without lines are those of the terms."
          />
        </>
      )}
    </section>
  )
}

function Restatements({ of: { restatements } }: { of: MoneyMonthAnswer }) {
  const { view } = useAddress()
  if (restatements.length === 0) return null
  return (
    <>
      <h3>Restated since the close</h3>
      <ul>
        {restatements.map(({ import: id, amount, line }) => (
          <li key={id ?? 'unknown'}>
            <Amount of={amount} isChange />{' '}
            {id === null ? (
              'by imports that are not stored any more'
            ) : (
              // The list of imports begins with it.
              <PageLink
                to="/dashboard/imports"
                search={{ ...searchOf(view), before: [`${id + 1}`] }}
              >
                import {id}
              </PageLink>
            )}
            {line !== null && ', the same as a deduction of the statement'}
          </li>
        ))}
      </ul>
    </>
  )
}
