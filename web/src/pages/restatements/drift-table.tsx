import type { RestatedNetworkAnswer } from '../../api/wire.ts'
import { daysText } from '../../figures/counted.ts'
import { type Formats, none, useFormats } from '../../figures/formats.ts'
import { networkName } from '../../figures/names.ts'
import { ListTable } from '../../tables/list-table.tsx'
import styles from './restatements.module.css'

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
      <ListTable
        label="Networks and ages"
        isCard={false}
        className={styles.drift!}
        rows={networks}
        keyOf={({ network }) => network}
        attributesOf={({ network }) => ({ 'data-network': network })}
        columns={[
          { title: 'Network', cell: ({ network }) => networkName(network) },
          {
            title: 'Restated days',
            isNumber: true,
            cell: (one) => `${formats.count(one.restated_days)} of ${formats.count(one.days)}`,
          },
          {
            title: 'In all',
            isNumber: true,
            cell: (one) => (
              <>
                {formats.moneyChange(one.restated_micros)} <small>{formats.drift(one.ratio)}</small>
              </>
            ),
          },
          ...ages.map((age) => ageColumn(age, greatest, formats)),
        ]}
      />
    </section>
  )
}

function ageColumn(age: number, greatest: number, formats: Formats) {
  const driftOf = ({ drifts }: RestatedNetworkAnswer) =>
    drifts.find(({ age_days: of }) => of === age)
  return {
    title: daysText(age, formats),
    isNumber: true,
    styleOf: (one: RestatedNetworkAnswer) => heatOf(driftOf(one)?.ratio ?? null, greatest),
    cell: (one: RestatedNetworkAnswer) => {
      const drift = driftOf(one)
      if (!drift) return none
      return (
        <>
          {formats.drift(drift.ratio)} <small>of {daysText(drift.days, formats)}</small>
        </>
      )
    },
  }
}

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
