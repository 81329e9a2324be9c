import type { ConnectionAnswer } from '../../api/wire.ts'
import { plural } from '../../figures/plural.ts'

/** A connection's state now, in two words. */
export function stateOf(connection: ConnectionAnswer): string {
  const { state, has_consent: hasConsent, pull, back_off: backOff } = connection
  if (pull) return pull.of === null ? 'Fetching' : `Fetching ${pull.done + 1} of ${pull.of} days`
  if (hasConsent === false) return 'Needs consent'
  if (state === 'active' && backOff) return 'Failing'
  return {
    active: 'Active',
    paused: 'Paused',
    refused: 'Credentials refused',
  }[state]
}

/** Whether someone has to do something, or wants to know. */
export const needsSomeone = ({ state, back_off: backOff, days }: ConnectionAnswer): boolean =>
  state === 'refused' || backOff !== null || days.held > 0 || days.failed > 0

export const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** How often it failed in a row. */
export const triesOf = (failures: number): string =>
  `after ${failures} failed ${plural(failures, { one: 'try', other: 'tries' })}`

/** When days are fetched again. */
export function againOf({
  reread_days: reread,
  sweep_days: sweep,
  sweep_weekday: weekday,
}: ConnectionAnswer): string {
  const day = weekday === 'any' ? 'week' : capitalised(weekday)
  const parts = [
    reread > 0 && `the last ${reread} days every day`,
    sweep > 0 && `the last ${sweep} days every ${day}`,
  ]
  return parts.filter(Boolean).join(', ') || 'never'
}

/** The days that wait for someone or failed; empty when there are none. */
export const countsOf = ({ days: { held, failed } }: ConnectionAnswer): string =>
  [
    held > 0 && `${held} ${plural(held, { one: 'day', other: 'days' })} held`,
    failed > 0 && `${failed} ${plural(failed, { one: 'day', other: 'days' })} failed`,
  ]
    .filter(Boolean)
    .join(', ')
