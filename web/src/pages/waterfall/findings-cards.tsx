import type { ReactNode } from 'react'
import { useFormats } from '../../figures/formats.ts'
import { networkName } from '../../figures/names.ts'
import { visible } from '../../figures/visible.ts'
import { Card } from '../../layout/card.tsx'
import { useNames } from '../../reports/names.ts'
import { PageLink } from '../../view/page-link.tsx'
import { searchOf } from '../../view/search.ts'
import { useAddress } from '../../view/use-view.ts'
import { useFirstRows } from '../changes/use-first-rows.tsx'
import type { AdUnit } from './ad-units.ts'
import {
  deadAttempts,
  deadAttemptsShare,
  deadRungs,
  gapFactor,
  gapFill,
  gapRevenueShare,
  priceGaps,
} from './findings.ts'
import { isAsked } from './questions.ts'
import styles from './waterfall.module.css'

/** What to change, each with its rule. */
export function Findings({ units }: { units: readonly AdUnit[] }) {
  const formats = useFormats()
  const count = (text: string | null) => formats.reported('count', text, true)
  const percent = (part: number) => formats.share(String(part))
  const dead = deadRungs(units).map(({ unit, rung }) => (
    <li key={keyOf(unit, rung.network, rung.name)}>
      <span>
        <b>
          <bdi>{visible(rung.name)}</bdi>
        </b>{' '}
        ({networkName(rung.network)}) <UnitLink unit={unit} />
      </span>
      <span>{count(rung.attempts)} attempts, no impressions</span>
    </li>
  ))
  const gaps = priceGaps(units).map(({ unit, upper, lower, factor }) => (
    <li key={keyOf(unit, upper.network, upper.name, lower.network, lower.name)}>
      <span>
        <b>
          <bdi>{visible(upper.name)}</bdi> – <bdi>{visible(lower.name)}</bdi>
        </b>{' '}
        <UnitLink unit={unit} />
      </span>
      <span>
        {formats.reported('count', factor.toFixed(1), true)} times the floor; the upper one answers{' '}
        {formats.share(upper.fill)}, the lower one earns {formats.share(lower.share)}
      </span>
    </li>
  ))
  return (
    <div className={styles.findings}>
      <Finding
        title="Dead rungs"
        rule={`Asked at least ${formats.count(deadAttempts)} times, and with ${percent(deadAttemptsShare)} of the ad unit’s attempts, without one impression. They cost time and earn nothing: remove them, or lower their floors.`}
        none="No rung is asked often in vain."
        items={dead}
      />
      <Finding
        title="Price gaps"
        rule={`Two neighbouring floors more than ${gapFactor} times apart, where the upper rung answers less than ${percent(gapFill)} of its attempts and the lower one earns at least ${percent(gapRevenueShare)} of the ad unit’s revenue: try a rung between.`}
        none="No floors are so far apart."
        items={gaps}
      />
    </div>
  )
}

const keyOf = ({ app, adTag }: AdUnit, ...names: readonly string[]) =>
  JSON.stringify([app, adTag, ...names])

interface FindingProps {
  readonly title: string
  readonly rule: string
  /** Said without any. */
  readonly none: string
  readonly items: readonly ReactNode[]
}

function Finding({ title, rule, none, items }: FindingProps) {
  const { shown, button } = useFirstRows(items)
  return (
    <Card title={items.length === 0 ? title : `${title}: ${items.length}`}>
      <p className="note">{rule}</p>
      {items.length === 0 ? <p>{none}</p> : <ul className="lines">{shown}</ul>}
      {button && <p>{button}</p>}
    </Card>
  )
}

/** An ad unit with its app, which leads to its rungs alone. */
export function UnitLink({ unit: { app, adTag } }: { unit: AdUnit }) {
  const { view } = useAddress()
  const nameOf = useNames()
  const text = `${visible(adTag)} · ${nameOf('app_id', app)}`
  if (!isAsked(adTag)) return <bdi>{text}</bdi>
  const search = searchOf({ ...view, filters: { ...view.filters, app_id: [app] } })
  return (
    <PageLink to="/dashboard/waterfall" search={{ ...search, ad_tag: [adTag] }}>
      <bdi>{text}</bdi>
    </PageLink>
  )
}
