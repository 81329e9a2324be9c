import type { RestatedNetworkAnswer } from '../../api/wire.ts'
import { type Formats, useFormats } from '../../figures/formats.ts'
import { networkName } from '../../figures/names.ts'
import { plural } from '../../figures/plural.ts'
import { TableFrame } from '../../tables/table-frame.tsx'
import styles from './restatements.module.css'
import { shownDrift } from './shown-drift.ts'

/** How far each network's days had moved from their first reports, by age. */
export function DriftTable({ networks }: { networks: readonly RestatedNetworkAnswer[] }) {
  const formats = useFormats()
  const ages = agesOf(networks)
  const all = networks.flatMap(({ drifts }) => drifts.map(({ ratio }) => Math.abs(ratio ?? 0)))
  const greatest = Math.max(0, ...all)
  return (
    <section className="card" aria-labelledby="drift-title">
      <h2 id="drift-title">Changes by age of the day</h2>
      <p className="note">
        How far a day’s revenue moved from its first report, by the age of the day. Each percentage
        covers the days counted below it, which are reported and old enough.
      </p>
      {ages.length === 0 && <p>No day has been followed for long enough yet.</p>}
      <TableFrame label="Networks and ages" count={networks.length}>
        <table className={`${styles.drift} stacked`}>
          <thead>
            <tr>
              <th scope="col">Network</th>
              <th scope="col" className="number">
                Restated days
              </th>
              <th scope="col" className="number">
                In all
              </th>
              {ages.map((age) => (
                <th scope="col" className="number" key={age}>
                  {daysText(age, formats)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {networks.map((one) => (
              <tr key={one.network} data-network={one.network}>
                <th scope="row">{networkName(one.network)}</th>
                <td className="number" data-title="Restated days">
                  {formats.count(one.restated_days)} of {formats.count(one.days)}
                </td>
                <td className="number" data-title="In all">
                  {formats.moneyChange(one.restated_micros)}{' '}
                  <small>{shownDrift(formats, one.ratio)}</small>
                </td>
                {ages.map((age) => {
                  const drift = one.drifts.find(({ age_days: of }) => of === age)
                  if (!drift) {
                    return (
                      <td className="number" key={age} data-title={daysText(age, formats)}>
                        –
                      </td>
                    )
                  }
                  return (
                    <td
                      className="number"
                      key={age}
                      data-title={daysText(age, formats)}
                      style={heatOf(drift.ratio, greatest)}
                    >
                      {shownDrift(formats, drift.ratio)}{' '}
                      <small>of {daysText(drift.days, formats)}</small>
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
    </section>
  )
}

const daysText = (days: number, formats: Formats): string =>
  `${formats.count(days)} ${plural(days, { one: 'day', other: 'days' })}`

/** Ages up to this one are always shown. */
const usualAges = 7

/** The ages that any network has a drift of, up to the first one after which nothing was restated. */
function agesOf(networks: readonly RestatedNetworkAnswer[]): number[] {
  const known = new Set(networks.flatMap(({ drifts }) => drifts.map(({ age_days: age }) => age)))
  const sorted = [...known].sort((a, b) => a - b)
  const last = Math.max(usualAges, ...networks.map(({ last_age_days: age }) => age ?? 0))
  const end = sorted.findIndex((age) => age >= last)
  return end === -1 ? sorted : sorted.slice(0, end + 1)
}

/** The strongest tint still leaves text readable. */
const strongest = 22

function heatOf(ratio: number | null, greatest: number) {
  if (ratio === null || ratio === 0 || greatest === 0) return undefined
  const strength = Math.round((strongest * Math.abs(ratio)) / greatest)
  const colour = ratio > 0 ? 'var(--good)' : 'var(--bad)'
  return { background: `color-mix(in srgb, ${colour} ${strength}%, transparent)` }
}
