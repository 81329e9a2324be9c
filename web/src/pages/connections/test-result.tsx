import type { ConnectionTestAnswer } from '../../api/wire.ts'
import { useFormats } from '../../figures/formats.ts'
import { networkName } from '../../figures/names.ts'
import { connectionsTexts } from '../../texts/en/connections.tsx'

const maxListed = 5

export function TestResult({ found }: { found: ConnectionTestAnswer }) {
  const formats = useFormats()
  const { network, day, rows, impressions, revenue, networks, new_apps: apps } = found
  const others = found.same_apps_as
  const more = apps.length - maxListed
  return (
    <div className="tested" role="status">
      <p>
        {connectionsTexts.nothingWasImported(<b>{connectionsTexts.networkAnswers(network)}</b>)}
      </p>
      {impressions === null ? (
        <p>{connectionsTexts.noFiguresOf(formats.day(day, 'short'))}</p>
      ) : (
        <dl>
          <dt>{connectionsTexts.day}</dt>
          <dd>{formats.day(day, 'short')}</dd>
          <dt>{connectionsTexts.rows}</dt>
          <dd>{formats.count(rows)}</dd>
          <dt>{connectionsTexts.impressions}</dt>
          <dd>{formats.figure('impressions', impressions)}</dd>
          <dt>{connectionsTexts.revenue}</dt>
          <dd>
            {Object.entries(revenue ?? {})
              .map(([currency, amount]) => `${amount} ${currency}`)
              .join(' and ')}
          </dd>
          <dt>{connectionsTexts.networks}</dt>
          <dd>{networks.map(networkName).join(', ')}</dd>
          {apps.length > 0 && (
            <>
              <dt>{connectionsTexts.newApps}</dt>
              <dd>
                {apps.slice(0, maxListed).join(', ')}
                {more > 0 && connectionsTexts.andMore(more)}
              </dd>
            </>
          )}
        </dl>
      )}
      {others.length > 0 && (
        <p className="failure">{connectionsTexts.sameApps(others.join(', '))}</p>
      )}
    </div>
  )
}
