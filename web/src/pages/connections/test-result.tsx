import type { ConnectionTestAnswer } from '../../api/wire.ts'
import { useFormats } from '../../figures/formats.ts'
import { listed } from '../../figures/listed.ts'
import { networkName } from '../../figures/names.ts'

export interface ConnectionTestProps {
  readonly of: { readonly isPending: boolean; readonly data: ConnectionTestAnswer | undefined }
}

/** A test under way, or its result. */
export function ConnectionTest({ of: { isPending, data } }: ConnectionTestProps) {
  if (data) return <TestResult found={data} />
  if (!isPending) return null
  return (
    <p className="note" role="status">
      Logging in and fetching a day. This can take a minute.
    </p>
  )
}

const maxListed = 5

export function TestResult({ found }: { found: ConnectionTestAnswer }) {
  const formats = useFormats()
  const { network, day, rows, impressions, revenue, networks, new_apps: apps } = found
  const others = found.same_apps_as
  return (
    <div className="tested" role="status">
      <p>
        <b>{network} answers.</b> Nothing was imported.
      </p>
      {impressions === null ? (
        <p>It has no figures of {formats.day(day, 'short')}.</p>
      ) : (
        <dl>
          <dt>Day</dt>
          <dd>{formats.day(day, 'short')}</dd>
          <dt>Rows</dt>
          <dd>{formats.count(rows)}</dd>
          <dt>Impressions</dt>
          <dd>{formats.figure('impressions', impressions)}</dd>
          <dt>Revenue</dt>
          <dd>
            {Object.entries(revenue ?? {})
              .map(([currency, amount]) => `${amount} ${currency}`)
              .join(' and ')}
          </dd>
          <dt>Networks</dt>
          <dd>{networks.map(networkName).join(', ')}</dd>
          {apps.length > 0 && (
            <>
              <dt>New apps</dt>
              <dd>{listed(apps, maxListed)}</dd>
            </>
          )}
        </dl>
      )}
      {others.length > 0 && (
        <p className="failure">
          Some of these apps are reported by {others.join(', ')} already. The last import of an app
          counts: keep one of the connections.
        </p>
      )}
    </div>
  )
}
