import type { ConnectionAnswer } from '../../api/wire.ts'
import { connectionsTexts } from '../../texts/en/connections.tsx'

/** A connection's state now, in two words. */
export function stateOf(connection: ConnectionAnswer): string {
  const { state, has_consent: hasConsent, pull, back_off: backOff } = connection
  if (pull)
    return pull.of === null
      ? connectionsTexts.fetching
      : connectionsTexts.fetchingOfDays(pull.done + 1, pull.of)
  if (hasConsent === false) return connectionsTexts.needsConsent
  if (state === 'active' && backOff) return connectionsTexts.failing
  return {
    active: connectionsTexts.active,
    paused: connectionsTexts.paused,
    refused: connectionsTexts.credentialsRefused,
  }[state]
}

/** Whether someone has to do something, or wants to know. */
export const needsSomeone = ({ state, back_off: backOff, days }: ConnectionAnswer): boolean =>
  state === 'refused' || backOff !== null || days.held > 0 || days.failed > 0

export const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** How often it failed in a row. */
export const triesOf = (failures: number): string => connectionsTexts.afterFailed(failures)

/** When days are fetched again. */
export function againOf({
  reread_days: reread,
  sweep_days: sweep,
  sweep_weekday: weekday,
}: ConnectionAnswer): string {
  const day = weekday === 'any' ? connectionsTexts.week : capitalised(weekday)
  const parts = [
    reread > 0 && connectionsTexts.theLastDaysEveryDay(reread),
    sweep > 0 && connectionsTexts.theLastDaysEvery(sweep, day),
  ]
  return parts.filter(Boolean).join(', ') || connectionsTexts.never
}

/** The days that wait for someone or failed; empty when there are none. */
export const countsOf = ({ days: { held, failed } }: ConnectionAnswer): string =>
  [held > 0 && connectionsTexts.heldDays(held), failed > 0 && connectionsTexts.failedDays(failed)]
    .filter(Boolean)
    .join(', ')
