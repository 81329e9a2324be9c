import { useState } from 'react'
import { useImports } from '../api/questions.ts'
import type { FailureAnswer, ImportAnswer } from '../api/wire.ts'
import { useFormats } from '../figures/formats.ts'
import { networkName } from '../figures/names.ts'
import { Empty, Failed, Skeleton } from '../layout/states.tsx'
import { PageTitle } from './page-title.tsx'

/** What came in, what it changed, and what was refused. */
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
        <Empty title="Nothing has come in yet">
          <p>
            An import brings figures: <code>adtally import stats report.csv</code> on the server, or
            a file dropped into its inbox (<code>adtally serve --inbox FOLDER</code>).
          </p>
        </Empty>
      )}
      {data && data.imports.length > 0 && <Ledger imports={data.imports} />}
      <p className="paging">
        {before !== null && (
          <button type="button" className="quiet" onClick={() => setBefore(null)}>
            Back to the latest
          </button>
        )}
        {data?.next_before != null && (
          <button type="button" className="quiet" onClick={() => setBefore(data.next_before)}>
            Earlier imports
          </button>
        )}
      </p>
    </>
  )
}

function Failures({ failed }: { failed: readonly FailureAnswer[] }) {
  const formats = useFormats()
  return (
    <section className="card" aria-labelledby="failed-title">
      <h2 id="failed-title">Refused</h2>
      <p className="note">Nothing of these files was kept. Mend them, and import them again.</p>
      <ul className="failures">
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
                  <summary>Where</summary>
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
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable
    <section className="card scroll" tabIndex={0} aria-label="Imports">
      <table className="ledger">
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">What</th>
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
            <tr key={one.id} data-import={one.id}>
              <th scope="row">
                <time dateTime={one.committed_at}>{formats.instant(one.committed_at)}</time>
              </th>
              <td>
                {titleOf(one)}
                {one.files !== null && one.files.length > 0 && (
                  <small>{one.files.join(', ')}</small>
                )}
              </td>
              <td>
                <bdi>{formats.range(one.first_day, one.last_day)}</bdi>
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
        New, restated and removed count days of an app and a network; impressions and revenue say by
        how much your totals changed.
      </p>
    </section>
  )
}

function titleOf({ kind, id, undoes, source }: ImportAnswer): string {
  if (kind === 'undo') return `Import ${undoes} was undone`
  const from = source === 'adtally' ? 'Adtally’s own format' : networkName(source)
  return `Import ${id} · ${from}`
}

const signed = (written: string, decimal: string): string =>
  decimal.startsWith('-') || decimal === '0' ? written : `+${written}`
