import { Fragment } from 'react'
import type { HomeAnswer, WireNumber } from '../../api/wire.ts'
import { useFormats } from '../../figures/formats.ts'
import { appName, networkName } from '../../figures/names.ts'
import { PageLink } from '../../view/page-link.tsx'
import { searchOf } from '../../view/search.ts'
import { useAddress } from '../../view/use-view.ts'
import { filtersOf } from '../../view/view.ts'
import styles from './home.module.css'

/** More missing networks are counted. */
const maxNamed = 3

/** Yesterday in words. What is not known is left out. */
export function Summary({ home }: { home: HomeAnswer }) {
  const { reported_days: reported } = home.periods[0]!
  return (
    <p className={styles.summary}>
      {reported === 0 ? 'No network has reported yesterday yet.' : <Yesterday home={home} />}
      {home.unusual && <Unusual unusual={home.unusual} />}
      <Missing networks={home.networks} isAll={reported === 0} />
    </p>
  )
}

/** Its revenue, and how it compares with the same weekday before. */
function Yesterday({ home: { periods, effects } }: { home: HomeAnswer }) {
  const formats = useFormats()
  const comparison = periods[0]!.comparisons[0]!
  const { total, revenue_micros: revenue, compare_start_date: before } = comparison
  const isPart = revenue.current !== total.revenue_micros
  return (
    <>
      Yesterday <b>{formats.money(total.revenue_micros)}</b>
      {revenue.change_ratio !== null && before !== null && (
        <>
          , <bdi>{formats.change(String(revenue.change_ratio))}</bdi> on last{' '}
          {formats.day(before, 'weekday')}
          {isPart && ', of the networks that have reported both'}
          {effects && <Effects effects={effects} change={revenue.change} />}
        </>
      )}
      .
    </>
  )
}

interface EffectsProps {
  readonly effects: NonNullable<HomeAnswer['effects']>
  /** The whole change. */
  readonly change: WireNumber | null
}

/** Less is nothing. */
const centMicros = 10_000

/** The parts of the change. Sources that began or ended only matter from a tenth of it on. */
function Effects({ effects, change }: EffectsProps) {
  const formats = useFormats()
  const least = Math.max(centMicros, Math.abs(Number(change)) / 10)
  const parts = [
    { name: 'price', micros: effects.price_micros, from: centMicros },
    { name: 'volume', micros: effects.volume_micros, from: centMicros },
    { name: 'new', micros: effects.new_micros, from: least },
    { name: 'ended', micros: effects.ended_micros, from: least },
  ].filter(({ micros, from }) => Math.abs(Number(micros)) >= from)
  return parts.map(({ name, micros }, place) => (
    <Fragment key={name}>
      {place === 0 ? ': ' : ', '}
      {name} <bdi>{formats.about(Number(micros) / 1e6, true)}</bdi>
    </Fragment>
  ))
}

function Unusual({ unusual }: { unusual: NonNullable<HomeAnswer['unusual']> }) {
  const formats = useFormats()
  const { view } = useAddress()
  const { app, network, change_ratio: ratio } = unusual
  if (!app && network === null) return null
  const search = searchOf({ ...view, filters: { ...view.filters, ...filtersOf({ app, network }) } })
  return (
    <>
      {' '}
      <PageLink to="/dashboard" search={search}>
        {app ? appName(app) : networkName(network!)}
      </PageLink>{' '}
      is unusual
      {ratio !== null && (
        <>
          {' '}
          (<bdi>{formats.change(String(ratio))}</bdi>)
        </>
      )}
      .
    </>
  )
}

/** @param isAll whether no network has reported, which was said before */
function Missing({ networks, isAll }: { networks: HomeAnswer['networks']; isAll: boolean }) {
  const formats = useFormats()
  const missing = networks.filter(({ status }) => status === 'missing')
  const known = missing.map((one) => one.expected_micros).filter((micros) => micros !== null)
  const expected = known.reduce<number>((sum, micros) => sum + Number(micros), 0)
  const word = known.length < missing.length ? 'at least' : 'about'
  const about =
    known.length > 0 ? <bdi>{`${word} ${formats.about(Number(expected) / 1e6)}`}</bdi> : null
  if (missing.length === 0) return null
  if (isAll) return about && <> Expected: {about}.</>
  const names =
    missing.length > maxNamed
      ? `${formats.count(missing.length)} networks`
      : new Intl.ListFormat('en').format(missing.map(({ network }) => networkName(network)))
  return (
    <>
      {' '}
      {names} {missing.length === 1 ? 'is' : 'are'} missing{about && <>, {about}</>}.
    </>
  )
}
