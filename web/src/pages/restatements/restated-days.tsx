import { Fragment, useState } from 'react'
import type { RestatedDayAnswer, RestatementsAnswer } from '../../api/wire.ts'
import { type Formats, useFormats } from '../../figures/formats.ts'
import { networkName } from '../../figures/names.ts'
import { saveText } from '../../tables/csv-text.ts'
import { TableFrame } from '../../tables/table-frame.tsx'
import { PageLink } from '../../view/page-link.tsx'
import { searchOf } from '../../view/search.ts'
import { useAddress } from '../../view/use-view.ts'
import { viewOfSlices } from '../slice-filters.ts'
import { restatedDaysToCsv } from './restated-days-to-csv.ts'
import styles from './restatements.module.css'
import { shownDrift } from './shown-drift.ts'

const columns = 8

/** The days with the greatest restatements, each with its imports. */
export function RestatedDays({ answer }: { answer: RestatementsAnswer }) {
  const { days, restated_days: count, start_date: from, end_date: to, currency } = answer
  const formats = useFormats()
  const { view } = useAddress()
  const [open, setOpen] = useState<string | null>(null)
  return (
    <section className="card" aria-labelledby="restated-title">
      <header className="card-head">
        <h2 id="restated-title">Restated days</h2>
        <button
          type="button"
          className="quiet"
          onClick={() =>
            saveText(`adtally-restatements-${from}-to-${to}.csv`, restatedDaysToCsv(currency, days))
          }
        >
          Download CSV
        </button>
      </header>
      <p className="note">
        First report + restatements + other changes (reports of another source, undos, deletions,
        merges) = now.
        {count > days.length &&
          ` The ${formats.count(days.length)} greatest of ${formats.count(count)} are listed.`}
      </p>
      <TableFrame label="Days and networks" count={days.length}>
        <table className={`${styles.days} stacked`}>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Network</th>
              {['First report', 'Restated', '%', 'Other', 'Now'].map((title) => (
                <th scope="col" className="number" key={title}>
                  {title}
                </th>
              ))}
              <th scope="col">Imports</th>
            </tr>
          </thead>
          <tbody>
            {days.map((one) => {
              const key = `${one.date} ${one.network}`
              const isOpen = open === key
              const range = { from: one.date, to: one.date }
              const ofDay = viewOfSlices(view, range, { network: [one.network] })
              return (
                <Fragment key={key}>
                  <tr data-restated={key}>
                    <th scope="row">
                      <PageLink to="/dashboard" search={searchOf(ofDay)}>
                        {formats.day(one.date, 'short')}
                      </PageLink>
                    </th>
                    <td data-title="Network">{networkName(one.network)}</td>
                    <td className="number" data-title="First report">
                      {formats.money(one.first.revenue_micros)}
                    </td>
                    <td className="number" data-title="Restated">
                      <b>{formats.moneyChange(one.restated.revenue_micros)}</b>
                    </td>
                    <td className="number" data-title="%">
                      {shownDrift(formats, one.ratio)}
                    </td>
                    <td className="number" data-title="Other">
                      {formats.moneyChange(one.other.revenue_micros)}
                    </td>
                    <td className="number" data-title="Now">
                      {formats.money(one.now?.revenue_micros ?? null)}
                    </td>
                    <td data-title="Imports">
                      <button
                        type="button"
                        className="quiet"
                        aria-expanded={isOpen}
                        onClick={() => setOpen(isOpen ? null : key)}
                      >
                        {formats.count(one.steps.length + one.more_steps)}
                        <span className="unseen">
                          {` imports of ${networkName(one.network)}, ${formats.day(one.date, 'short')}`}
                        </span>{' '}
                        <span aria-hidden="true">{isOpen ? '▴' : '▾'}</span>
                      </button>
                    </td>
                  </tr>
                  {isOpen && (
                    <tr>
                      <td colSpan={columns}>
                        <Steps of={one} formats={formats} />
                      </td>
                    </tr>
                  )}
                </Fragment>
              )
            })}
          </tbody>
        </table>
      </TableFrame>
    </section>
  )
}

function Steps({
  of: { steps, more_steps: more },
  formats,
}: {
  of: RestatedDayAnswer
  formats: Formats
}) {
  return (
    <ol className={styles.steps}>
      {more > 0 && <li>{formats.count(more)} earlier imports</li>}
      {steps.map((step) => {
        const { import: id, at, age_days: age, first, restated, replaced } = step
        const isFirst = first !== null && BigInt(first.revenue_micros) !== 0n
        return (
          <li key={id}>
            <time dateTime={at}>{formats.instant(at)}</time>, age {formats.count(age)}: import {id}{' '}
            {[
              isFirst && `first reported ${formats.money(first.revenue_micros)}`,
              restated && `restated by ${formats.moneyChange(restated.revenue_micros)}`,
              replaced &&
                `replaced figures of ${sourceName(replaced.source)}, ${formats.moneyChange(replaced.revenue_micros)}`,
            ]
              .filter(Boolean)
              .join(', ') || 'first reported without revenue'}
          </li>
        )
      })}
    </ol>
  )
}

const sourceName = (source: string): string =>
  source === 'adtally' ? 'Adtally’s own format' : networkName(source)
