import type { ConnectionAnswer, ConnectorAnswer } from '../../api/wire.ts'
import { connectionsTexts } from '../../texts/en/connections.tsx'
import { capitalised } from './states.ts'

type Own = ConnectionAnswer['own_schedule'] & Pick<ConnectionAnswer, 'sweep_weekday'>
type Usual = Pick<ConnectorAnswer, 'ready_hours' | 'reread_days' | 'sweep_days'>

const weekdays = [
  ...(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const),
]

/** The names and bounds that the server has. */
const numbers = [
  { name: 'ready_hours', max: 72 },
  { name: 'reread_days', max: 90 },
  { name: 'sweep_days', max: 365 },
] as const

/** When days are fetched, for a form. Fields left empty are the network's. */
export function ScheduleFields({ own, usual }: { own?: Own; usual: Usual }) {
  return (
    <>
      {numbers.map(({ name, max }) => (
        <div className="field" key={name}>
          <label htmlFor={name}>{connectionsTexts.numberTexts[name].title}</label>
          <input
            {...{ id: name, name, max, min: 0, type: 'number', inputMode: 'numeric' }}
            defaultValue={own?.[name] ?? ''}
            placeholder={String(usual[name])}
            aria-describedby={`about-${name}`}
          />
          <small id={`about-${name}`}>
            {connectionsTexts.textAndUsual(connectionsTexts.numberTexts[name].text, usual[name])}
          </small>
        </div>
      ))}
      <label className="field">
        {connectionsTexts.weekdayOfTheWeeklySweep}
        <select name="sweep_weekday" defaultValue={own?.sweep_weekday ?? 'any'}>
          <option value="any">{connectionsTexts.anyWeekday}</option>
          {weekdays.map((weekday) => (
            <option key={weekday} value={weekday}>
              {capitalised(weekday)}
            </option>
          ))}
        </select>
      </label>
    </>
  )
}

/** The schedule of a form with {@link ScheduleFields}, as the server takes it. */
export function scheduleIn(form: FormData): Readonly<Record<string, number | string | null>> {
  const textOf = (name: string) => String(form.get(name) ?? '').trim()
  const given = numbers.map(({ name }) => [name, textOf(name) === '' ? null : Number(textOf(name))])
  return { ...Object.fromEntries(given), sweep_weekday: textOf('sweep_weekday') }
}

/** How the rows of a connection are booked, for a form. */
export function BookingField({ of: { kind, booking } }: { of: BookedAs }) {
  return (
    <label className="field">
      {connectionsTexts.itsRevenue}
      <select name="booking" defaultValue={bookingOf(kind, booking)}>
        {Object.entries(connectionsTexts.bookings[kind]).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

type BookedAs = Pick<ConnectionAnswer, 'kind' | 'booking'>

/** How the rows of a connection are booked, in words. */
export const bookedAs = ({ kind, booking }: BookedAs): string =>
  connectionsTexts.bookings[kind][bookingOf(kind, booking)] ?? booking

/** A network's own report counts either way. */
const bookingOf = (kind: BookedAs['kind'], booking: string): string =>
  kind === 'network' && booking === 'counted' ? 'auto' : booking

/** The booking that a form with {@link BookingField} has, if it is another one. */
export function bookingIn(form: FormData, { kind, booking }: BookedAs): { booking?: string } {
  const chosen = form.get('booking')
  const isOther = typeof chosen === 'string' && chosen !== bookingOf(kind, booking)
  return isOther ? { booking: chosen } : {}
}
