import type { ConnectionAnswer, ConnectorAnswer } from '../../api/wire.ts'
import { Options } from '../../controls/options.tsx'
import { textIn } from '../../controls/text-in.ts'
import { capitalised } from './states.ts'

type Own = ConnectionAnswer['own_schedule'] & Pick<ConnectionAnswer, 'sweep_weekday'>
type Usual = Pick<ConnectorAnswer, 'ready_hours' | 'reread_days' | 'sweep_days'>

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

/** The names and bounds that the server has. */
const numbers = [
  {
    name: 'ready_hours',
    max: 72,
    title: 'Hours until a day is fetched',
    text: 'From the end of the day on the network’s clock.',
  },
  {
    name: 'reread_days',
    max: 90,
    title: 'Days fetched again every day',
    text: 'The last days, which the network may restate.',
  },
  {
    name: 'sweep_days',
    max: 365,
    title: 'Days fetched again every week',
    text: 'For late restatements. 0: no weekly sweep.',
  },
] as const

/** When days are fetched, for a form. Fields left empty are the network's. */
export function ScheduleFields({ own, usual }: { own?: Own; usual: Usual }) {
  return (
    <>
      {numbers.map(({ name, max, title, text }) => (
        <div className="field" key={name}>
          <label htmlFor={name}>{title}</label>
          <input
            {...{ id: name, name, max, min: 0, type: 'number', inputMode: 'numeric' }}
            defaultValue={own?.[name] ?? ''}
            placeholder={String(usual[name])}
            aria-describedby={`about-${name}`}
          />
          <small id={`about-${name}`}>
            {text} Empty: {usual[name]}
          </small>
        </div>
      ))}
      <label className="field">
        Weekday of the weekly sweep
        <select name="sweep_weekday" defaultValue={own?.sweep_weekday ?? 'any'}>
          <option value="any">Any: spread over the week</option>
          <Options of={weekdays.map((one) => [one, capitalised(one)])} />
        </select>
      </label>
    </>
  )
}

/** The schedule of a form with {@link ScheduleFields}, as the server takes it. */
export function scheduleIn(form: FormData): Readonly<Record<string, number | string | null>> {
  const given = numbers.map(({ name }) => {
    const text = textIn(form, name)
    return [name, text === '' ? null : Number(text)]
  })
  return { ...Object.fromEntries(given), sweep_weekday: textIn(form, 'sweep_weekday') }
}

/** Whether what the network tells beyond ad figures is fetched, for a form. */
export function DepthField({ isOn }: { isOn: boolean }) {
  return (
    <div className="field">
      <label className="inline">
        <input type="checkbox" name="depth" defaultChecked={isOn} aria-describedby="about-depth" />
        Fetch details too
      </label>
      <small id="about-depth">
        What the network tells beyond ad figures, such as rungs of waterfalls, as a second report of
        each day. What is stored stays when this is off.
      </small>
    </div>
  )
}

/** The choice of a form with {@link DepthField}, if it is another one; null is a network without details. */
export function depthIn(form: FormData, depth: boolean | null): { depth?: boolean } {
  const chosen = form.has('depth')
  return depth === null || chosen === depth ? {} : { depth: chosen }
}

/** How the rows of a connection are booked, for a form. */
export function BookingField({ of: { kind, booking } }: { of: BookedAs }) {
  return (
    <label className="field">
      Its revenue
      <select name="booking" defaultValue={bookingOf(kind, booking)}>
        <Options of={Object.entries(bookings[kind])} />
      </select>
    </label>
  )
}

type BookedAs = Pick<ConnectionAnswer, 'kind' | 'booking'>

/** How the rows of a connection are booked, in words. */
export const bookedAs = ({ kind, booking }: BookedAs): string =>
  bookings[kind][bookingOf(kind, booking)] ?? booking

/** A network's own report counts either way. */
const bookingOf = (kind: BookedAs['kind'], booking: string): string =>
  kind === 'network' && booking === 'counted' ? 'auto' : booking

/** The booking that a form with {@link BookingField} has, if it is another one. */
export function bookingIn(form: FormData, { kind, booking }: BookedAs): { booking?: string } {
  const chosen = form.get('booking')
  const isOther = typeof chosen === 'string' && chosen !== bookingOf(kind, booking)
  return isOther ? { booking: chosen } : {}
}

const bookings = {
  network: { auto: 'counts', report: 'never counts: it is a report to compare with' },
  mediation: {
    auto: 'counts, except where a network reports for itself or another mediation counts',
    add: 'is added to other mediations, which share the traffic',
    counted: 'always counts',
    report: 'never counts: it is a report to compare with',
  },
} as Readonly<Record<ConnectionAnswer['kind'], Readonly<Record<string, string>>>>
