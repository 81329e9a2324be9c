import { useState } from 'react'
import type { RestatedDayAnswer, RestatementsAnswer } from '../../api/wire.ts'
import { QuietButton } from '../../controls/quiet-button.tsx'
import { type Formats, useFormats } from '../../figures/formats.ts'
import { networkName } from '../../figures/names.ts'
import { CsvButton } from '../../tables/csv-button.tsx'
import { ListTable } from '../../tables/list-table.tsx'
import { PageLink } from '../../view/page-link.tsx'
import { searchOf } from '../../view/search.ts'
import { useAddress } from '../../view/use-view.ts'
import { viewOfSlices } from '../slice-filters.ts'
import { restatedDaysToCsv } from './restated-days-to-csv.ts'
import styles from './restatements.module.css'

/** The days with the greatest restatements, each with its imports. */
export function RestatedDays({ answer }: { answer: RestatementsAnswer }) {
  const { days, restated_days: count, start_date: from, end_date: to, currency } = answer
  const formats = useFormats()
  const [open, setOpen] = useState<string | null>(null)
  return (
    <section className="card" aria-labelledby="restated-title">
      <header className="card-head">
        <h2 id="restated-title">Restated days</h2>
        <CsvButton
          name={`restatements-${from}-to-${to}`}
          textOf={() => restatedDaysToCsv(currency, days)}
        />
      </header>
      <p className="note">
        First report + restatements + other changes (reports of another source, undos, deletions,
        merges) = now.
        {count > days.length &&
          ` The ${formats.count(days.length)} greatest of ${formats.count(count)} are listed.`}
      </p>
      <ListTable
        label="Days and networks"
        isCard={false}
        className={styles.days!}
        rows={days}
        keyOf={keyOf}
        attributesOf={(one) => ({ 'data-restated': keyOf(one) })}
        belowOf={(one) => open === keyOf(one) && <Steps of={one} formats={formats} />}
        columns={[
          { title: 'Day', cell: (one) => <DayLink of={one} /> },
          { title: 'Network', cell: ({ network }) => networkName(network) },
          {
            title: 'First report',
            isNumber: true,
            cell: ({ first }) => formats.money(first.revenue_micros),
          },
          {
            title: 'Restated',
            isNumber: true,
            cell: ({ restated }) => <b>{formats.moneyChange(restated.revenue_micros)}</b>,
          },
          { title: '%', isNumber: true, cell: ({ ratio }) => formats.drift(ratio) },
          {
            title: 'Other',
            isNumber: true,
            cell: ({ other }) => formats.moneyChange(other.revenue_micros),
          },
          {
            title: 'Now',
            isNumber: true,
            cell: ({ now }) => formats.money(now?.revenue_micros ?? null),
          },
          {
            title: 'Imports',
            cell: (one) => {
              const isOpen = open === keyOf(one)
              return (
                <QuietButton
                  aria-expanded={isOpen}
                  onClick={() => setOpen(isOpen ? null : keyOf(one))}
                >
                  {formats.count(one.steps.length + one.more_steps)}
                  <span className="unseen">
                    {` imports of ${networkName(one.network)}, ${formats.day(one.date, 'short')}`}
                  </span>{' '}
                  <span aria-hidden="true">{isOpen ? '▴' : '▾'}</span>
                </QuietButton>
              )
            },
          },
        ]}
      />
    </section>
  )
}

const keyOf = ({ date, network }: RestatedDayAnswer): string => `${date} ${network}`

function DayLink({ of: { date, network } }: { of: RestatedDayAnswer }) {
  const formats = useFormats()
  const { view } = useAddress()
  const search = searchOf(viewOfSlices(view, { from: date, to: date }, { network: [network] }))
  return (
    <PageLink to="/dashboard" search={search}>
      {formats.day(date, 'short')}
    </PageLink>
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
