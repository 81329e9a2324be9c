import { useId } from 'react'
import type { ChannelAnswer } from '../../api/wire.ts'
import { Options } from '../../controls/options.tsx'
import { textIn } from '../../controls/text-in.ts'
import { Ticks } from '../../controls/ticks.tsx'
import { eventTitles, hourText, type MessageType } from './channel-kinds.ts'

export interface ChannelFieldsProps {
  readonly events: readonly MessageType[]
  readonly onEvents: (events: readonly MessageType[]) => void
  /** What the other fields have at first. */
  readonly at: Pick<
    ChannelAnswer,
    'time_zone' | 'digest_hour' | 'correction_per_mille' | 'quiet_from' | 'quiet_to'
  >
}

const hours = Array.from({ length: 24 }, (_, hour) => [String(hour), hourText(hour)] as const)

/** What a channel gets, and when. The other fields are read with {@link channelIn}. */
export function ChannelFields({ events, onEvents, at }: ChannelFieldsProps) {
  const zones = useId()
  return (
    <>
      <Ticks
        title="It gets"
        of={Object.entries(eventTitles) as [MessageType, string][]}
        ticked={events}
        onChange={onEvents}
      />
      <label className="field">
        Time zone
        <input name="time_zone" list={zones} defaultValue={at.time_zone} maxLength={64} required />
        <datalist id={zones}>
          {Intl.supportedValuesOf('timeZone').map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
      </label>
      <label className="field">
        Send digests at the latest at
        <select name="digest_hour" defaultValue={at.digest_hour}>
          <Options of={hours} />
        </select>
        <small>Earlier, once all reports of the day are there.</small>
      </label>
      <label className="field">
        Send a digest again when a sum changed by, in percent
        <input
          name="correction_percent"
          type="number"
          min="0.1"
          max="100"
          step="0.1"
          defaultValue={at.correction_per_mille / 10}
          required
        />
      </label>
      <div className="row">
        <label className="field">
          No alerts from
          <select name="quiet_from" defaultValue={at.quiet_from ?? ''}>
            <option value="">Never quiet</option>
            <Options of={hours} />
          </select>
        </label>
        <label className="field">
          until
          <select name="quiet_to" defaultValue={at.quiet_to ?? 7}>
            <Options of={hours} />
          </select>
        </label>
      </div>
    </>
  )
}

/** The values of a form with {@link ChannelFields}, as the server takes them. */
export function channelIn(form: FormData) {
  const quietFrom = textIn(form, 'quiet_from')
  // The same hour twice is no quiet time.
  const [from, to] = quietFrom === '' ? [0, 0] : [quietFrom, textIn(form, 'quiet_to')].map(Number)
  return {
    time_zone: textIn(form, 'time_zone'),
    digest_hour: Number(textIn(form, 'digest_hour')),
    correction_per_mille: Math.round(10 * Number(textIn(form, 'correction_percent'))),
    quiet_from: from,
    quiet_to: to,
  }
}
