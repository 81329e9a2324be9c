import { useState } from 'react'
import { useImports } from '../api/queries.ts'
import type { FailureAnswer, ImportAnswer } from '../api/wire.ts'
import { Paging } from '../controls/paging.tsx'
import { DayRange } from '../figures/day-range.tsx'
import { useFormats } from '../figures/formats.ts'
import { networkName } from '../figures/names.ts'
import { WhoseTime } from '../figures/whose-time.tsx'
import { PageTitle } from '../layout/page-title.tsx'
import { Empty, Failed, Skeleton } from '../layout/states.tsx'
import styles from './imports.module.css'

/** The imports and undos of the account, and its failed imports. */
export default function Imports() {
  const [before, setBefore] = useState<number | null>(null)
  const { data, error, isPending, refetch } = useImports(before)
  return (
    <>
      <PageTitle>Imports</PageTitle>
      {error && <Failed error={error} onRetry={() => refetch()} />}
      {isPending && <Skeleton height={420} />}
      {data && data.failed.length > 0 && <Failures failed={data.failed} />}
      {data && data.imports.length === 0 && (
        <Empty title="No imports yet">
          <p>
            Import a report on the server with <code>adtally import stats report.csv</code>, or drop
            it into the inbox (<code>adtally serve --inbox FOLDER</code>).
          </p>
        </Empty>
      )}
      {data && data.imports.length > 0 && <Ledger imports={data.imports} />}
      <Paging
        before={before}
        nextBefore={data?.next_before}
        earlier="Earlier imports"
        onChange={setBefore}
      />
    </>
  )
}

function Failures({ failed }: { failed: readonly FailureAnswer[] }) {
  const formats = useFormats()
  return (
    <section className="card" aria-labelledby="failed-title">
      <h2 id="failed-title">Failed</h2>
      <p className="note">Nothing was imported. Fix these files, then import them again.</p>
      <ul className={styles.failures}>
        {failed.map(({ failed_at: at, files, message }) => {
          const [first, ...more] = message.split('\n')
          return (
            <li key={`${at} ${message}`}>
              <p>
                <b>{files.join(', ')}</b> <time dateTime={at}>{formats.instant(at)}</time>
              </p>
              <p className="failure">{first}</p>
              {more.length > 0 && (
                <details>
                  <summary>Details</summary>
                  <pre>{more.join('\n')}</pre>
                </details>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const numberColumns = ['New', 'Restated', 'Removed', 'Impressions', 'Revenue']

function Ledger({ imports }: { imports: readonly ImportAnswer[] }) {
  const formats = useFormats()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable by keyboard
    <section className="card scroll" tabIndex={0} aria-label="Imports">
      <table className={styles.ledger}>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Import</th>
            <th scope="col">Days</th>
            {numberColumns.map((title) => (
              <th scope="col" className="number" key={title}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {imports.map((one) => (
            <tr
              key={one.id}
              data-import={one.id}
              className={one.undone_by === null ? '' : styles.undone}
            >
              <th scope="row">
                <time dateTime={one.committed_at}>{formats.instant(one.committed_at)}</time>
              </th>
              <td>
                {titleOf(one)}
                {one.undone_by !== null && <small>Undone by entry {one.undone_by}</small>}
                <small>{networksOf(one)}</small>
                {one.files !== null && one.files.length > 0 && (
                  <small>{one.files.join(', ')}</small>
                )}
              </td>
              <td>
                <DayRange from={one.first_day} to={one.last_day} />
              </td>
              <td className="number">{formats.count(one.slices_added)}</td>
              <td className="number">{formats.count(one.slices_restated)}</td>
              <td className="number">{formats.count(one.slices_removed)}</td>
              <td className="number">
                {signed(formats.figure('impressions', one.impressions), one.impressions)}
              </td>
              <td className="number">
                {signed(formats.figure('revenue', one.revenue), one.revenue)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="note">
        New, restated and removed are numbers of slices (a day, app and network). Impressions and
        revenue are the changes of your totals. <WhoseTime />
      </p>
    </section>
  )
}

function titleOf({ kind, id, undoes, subject, source }: ImportAnswer): string {
  if (kind === 'undo') return `Undo ${id} · of import ${undoes}`
  if (kind === 'merge') return `Merge ${id} · ${subject?.app} into ${subject?.into}`
  if (kind === 'deletion') {
    if (subject?.whole_app) return `Deletion ${id} · app ${subject.app}`
    const network = subject?.network && networkName(subject.network)
    const which = [subject?.app, network].filter(Boolean).join(', ')
    return `Deletion ${id} · ${which || 'all apps and networks'}`
  }
  const from = source === 'adtally' ? 'Adtally’s own format' : networkName(source)
  return `Import ${id} · ${from}`
}

/** Networks that a row names. */
const maxNamed = 5

function networksOf({ networks, network_count: count }: ImportAnswer): string {
  const named = networks.slice(0, maxNamed).map(networkName)
  const more = count - named.length
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ')
}

const signed = (written: string, decimal: string): string =>
  decimal.startsWith('-') || decimal === '0' ? written : `+${written}`
