import { type ReactNode, useId, useMemo } from 'react'
import { Explained } from '../../controls/explained.tsx'
import { type Formats, none, useFormats } from '../../figures/formats.ts'
import { networkName } from '../../figures/names.ts'
import { visible } from '../../figures/visible.ts'
import type { Cell } from '../../reports/report.ts'
import { type DataColumn, DataTable } from '../../tables/data-table.tsx'
import type { AdUnit, Rest, RestName, Rung } from './ad-units.ts'
import { UnitLink } from './findings-cards.tsx'
import styles from './waterfall.module.css'

/** A line of an ad unit's table: a rung, or what rungs leave of booked figures. */
type Line = Rung | Rest

const isRung = (line: Line): line is Rung => 'network' in line

/** The rungs of an ad unit. */
export function RungCard({ unit }: { unit: AdUnit }) {
  const titleId = useId()
  const formats = useFormats()
  const columns = useMemo(() => columnsOf(unit, formats), [unit, formats])
  const lines = useMemo((): Line[] => [...unit.rungs, ...unit.rests], [unit])
  return (
    <section className="card" aria-labelledby={titleId}>
      <h2 id={titleId}>
        <UnitLink unit={unit} />
      </h2>
      <DataTable
        label={`Rungs of ${visible(unit.adTag)}`}
        className={styles.rungs!}
        cards
        columns={columns}
        rows={lines}
        keyOf={(line) => (isRung(line) ? `${line.network} ${line.name} ${line.floor}` : line.name)}
        attributesOf={(line) => ({ 'data-rung': line.name })}
      />
    </section>
  )
}

function columnsOf(unit: AdUnit, formats: Formats): DataColumn<Line>[] {
  const money = (value: Cell) => formats.reported('money', value, true)
  const count = (value: Cell) => formats.reported('count', value, true)
  const percent = (value: Cell) => formats.reported('percent', value, false)
  /** @param unknown what rests have, which no rung sold */
  const ofRung = (
    id: string,
    header: string,
    write: (rung: Rung) => ReactNode,
    unknown: string | null = null,
  ): DataColumn<Line> => ({
    id,
    header,
    isNumber: true,
    cell: (line) => (isRung(line) ? write(line) : unknown),
  })
  const ofAll = (
    id: 'revenue' | 'impressions',
    header: string,
    write: (value: Cell) => string,
  ): DataColumn<Line> => ({
    id,
    header,
    isNumber: true,
    cell: (line) => write(line[id]),
    footer: write(unit.booked[id]),
  })
  return [
    {
      id: 'rung',
      header: 'Rung',
      cell: (line) => (isRung(line) ? <bdi>{visible(line.name)}</bdi> : <RestTitle of={line} />),
      footer: 'Booked',
    },
    ofRung('floor', 'Floor', ({ floor }) => floorText(floor, formats)),
    {
      id: 'network',
      header: 'Network',
      cell: (line) => (isRung(line) ? networkName(line.network) : null),
    },
    ofRung('ecpm', 'eCPM', ({ ecpm }) => formats.reported('money', ecpm, false), none),
    ofRung('share', 'Share', ({ share }) => formats.share(share)),
    ofRung('attempts', 'Attempts', ({ attempts }) => count(attempts), none),
    ofRung('fill', 'Fill', ({ fill }) => percent(fill), none),
    ofRung('show', 'Show rate', ({ showRate }) => percent(showRate), none),
    ofAll('impressions', 'Impressions', count),
    ofAll('revenue', 'Revenue', money),
    ofRung('next', 'To the next', ({ toNext }) => <Step of={toNext} formats={formats} />),
  ]
}

const floorText = (floor: Cell, { locale }: Formats): string =>
  floor === null
    ? none
    : new Intl.NumberFormat(locale, { maximumFractionDigits: 4 }).format(
        floor as Intl.StringNumericLiteral,
      )

/** How far a rung is above the one below it. */
function Step({ of: { floor, ecpm }, formats }: { of: Rung['toNext']; formats: Formats }) {
  const times = (factor: number) =>
    `${new Intl.NumberFormat(formats.locale, { maximumFractionDigits: 2 }).format(factor)} ×`
  if (floor === null && ecpm === null) return none
  return (
    <>
      {floor !== null && times(floor)}{' '}
      {ecpm !== null && <small className={styles.step}>eCPM {times(ecpm)}</small>}
    </>
  )
}

const restTitles: Readonly<Record<RestName, string>> = {
  unattributed: 'Not told by rung',
  not_booked: 'Difference to the booked figures',
}

function RestTitle({ of: { name } }: { of: Rest }) {
  return (
    <Explained term={restTitles[name]}>
      {name === 'unattributed' ? (
        <p>
          What the mediation’s own report of this ad unit has besides its rungs. It is below zero
          where the rungs tell more than that report.
        </p>
      ) : (
        <p>
          What is booked for this ad unit, less what the mediation reports of it: networks’ own
          reports say other amounts. Where they do not name the mediation’s ad units, the whole
          amount is here, and again in another ad unit with the other sign.
        </p>
      )}
    </Explained>
  )
}
