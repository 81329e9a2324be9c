import { useState } from 'react'
import { useAccount, useAction } from '../../api/queries.ts'
import type { ConnectionAnswer, PulledDayAnswer } from '../../api/wire.ts'
import { Choices } from '../../controls/choices.tsx'
import { QuietButton } from '../../controls/quiet-button.tsx'
import { DayRange } from '../../figures/day-range.tsx'
import { type Formats, none, useFormats, weekdayStyle } from '../../figures/formats.ts'
import { shiftDay } from '../../figures/shift-day.ts'
import { FewRows } from '../../layout/few-rows.tsx'
import { Failure } from '../../layout/states.tsx'
import { ListTable } from '../../tables/list-table.tsx'
import { TableFrame } from '../../tables/table-frame.tsx'
import { DayMark, MarkLegend, marks } from '../networks/day-marks.tsx'

export interface ConnectionDaysProps {
  readonly connection: ConnectionAnswer
  readonly days: readonly PulledDayAnswer[]
  readonly from: string
  readonly to: string
}

/** The state of each day: those that need someone first, then all of them. */
export function ConnectionDays(props: ConnectionDaysProps) {
  const { connection, days } = props
  const [shape, setShape] = useState<keyof typeof shapes>('calendar')
  const troubled = days.filter(({ state, problem }) => state === 'held' || problem !== null)
  return (
    <>
      {troubled.length > 0 && <Troubled connection={connection} days={troubled} />}
      <section className="card" aria-labelledby="days-title">
        <div className="card-head">
          <h2 id="days-title">Days</h2>
          <Choices label="Show as" choices={shapes} chosen={shape} onChoose={setShape} />
        </div>
        {shape === 'calendar' ? <Calendar {...props} /> : <DayTable days={days} />}
        <MarkLegend of={['done', 'empty', 'due', 'held', 'waiting', 'failed']} />
      </section>
    </>
  )
}

const maxListed = 20

function Troubled({
  connection: { name, state },
  days,
}: Pick<ConnectionDaysProps, 'connection' | 'days'>) {
  const formats = useFormats()
  const mayImport = useAccount().permissions.includes('import')
  const confirm = useAction('connections/confirm')
  return (
    <section className="card" aria-labelledby="troubled-title">
      <h2 id="troubled-title">Needs a look</h2>
      <Failure error={confirm.error} />
      <FewRows count={Math.min(days.length, maxListed)}>
        <ul className="lines">
          {days
            .slice(-maxListed)
            .reverse()
            .map((one) => (
              <li key={one.day} data-day={one.day}>
                <span>
                  <b>{formats.day(one.day, 'short')}</b> {marks[one.state].title}.{' '}
                  {one.problem ?? 'The problem is gone.'}
                  <small>
                    {one.held && `The report has ${totals(one.held, formats)}. `}
                    {one.rows !== null && `Imported before: ${totals(one, formats)}. `}
                    {one.next_pull_at !== null &&
                      state === 'active' &&
                      `Fetched again on ${formats.instant(one.next_pull_at)}.`}
                  </small>
                </span>
                {one.state === 'held' && mayImport && (
                  <QuietButton
                    disabled={confirm.isPending}
                    aria-label={`Import the report of ${formats.day(one.day, 'short')}`}
                    onClick={() => confirm.mutate({ name, day: one.day })}
                  >
                    Import
                  </QuietButton>
                )}
              </li>
            ))}
        </ul>
      </FewRows>
      {days.length > maxListed && (
        <p className="note">Earlier days not listed: {formats.count(days.length - maxListed)}.</p>
      )}
    </section>
  )
}

const totals = (
  { impressions, revenue }: { impressions: string | null; revenue: string | null },
  formats: Formats,
): string =>
  `${formats.figure('impressions', impressions)} impressions and ${formats.figure('revenue', revenue)}`

const weekdays = [1, 2, 3, 4, 5, 6, 0]

/** A row for each week, the latest first. */
function Calendar({ days, from, to }: ConnectionDaysProps) {
  const formats = useFormats()
  const known = new Map(days.map((one) => [one.day, one]))
  const firstShown = days[0]?.day
  if (firstShown === undefined) {
    return (
      <p>
        No days between <DayRange from={from} to={to} />.
      </p>
    )
  }
  const weekdayNames = new Intl.DateTimeFormat(formats.locale, {
    weekday: weekdayStyle(formats.locale),
    timeZone: 'UTC',
  })
  const mondays: string[] = []
  const first = mondayOf(firstShown)
  for (let monday = mondayOf(days.at(-1)!.day); monday >= first; monday = shiftDay(monday, -7)) {
    mondays.push(monday)
  }
  return (
    <TableFrame label="Days by week">
      <table className="weeks">
        <thead>
          <tr>
            <th scope="col">Week of</th>
            {weekdays.map((weekday) => (
              <th scope="col" key={weekday}>
                {weekdayNames.format(Date.UTC(2026, 1, 1 + weekday))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {mondays.map((monday) => (
            <tr key={monday}>
              <th scope="row">{formats.day(monday, 'axis')}</th>
              {weekdays.map((weekday, nth) => {
                const day = shiftDay(monday, nth)
                return <DayCell key={weekday} day={day} pulled={known.get(day)} />
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  )
}

function DayCell({ day, pulled }: { day: string; pulled: PulledDayAnswer | undefined }) {
  const formats = useFormats()
  if (!pulled) return <td />
  const { title } = marks[pulled.state]
  const figures = pulled.revenue === null ? '' : `, ${totals(pulled, formats)}`
  return (
    <td title={`${formats.day(day, 'long')}: ${title}${figures}`} data-day={day}>
      <DayMark mark={pulled.state} />
    </td>
  )
}

function DayTable({ days }: { days: readonly PulledDayAnswer[] }) {
  const formats = useFormats()
  const instant = (at: string | null) => (at === null ? none : formats.instant(at))
  return (
    <ListTable
      label="Days as a table"
      isCard={false}
      className="pulled-days"
      rows={[...days].reverse()}
      keyOf={({ day }) => day}
      attributesOf={({ day }) => ({ 'data-day': day })}
      columns={[
        { title: 'Day', cell: ({ day }) => formats.day(day, 'short') },
        {
          title: 'State',
          cell: ({ state }) => marks[state].title,
        },
        {
          title: 'Impressions',
          cell: ({ impressions }) => formats.figure('impressions', impressions),
          isNumber: true,
        },
        {
          title: 'Revenue',
          cell: ({ revenue }) => formats.figure('revenue', revenue),
          isNumber: true,
        },
        { title: 'Last report', cell: ({ last_pulled_at: at }) => instant(at) },
        { title: 'Next', cell: ({ next_pull_at: at }) => instant(at) },
      ]}
    />
  )
}

const mondayOf = (day: string): string =>
  shiftDay(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))

const shapes = { calendar: 'Calendar', table: 'Table' }
