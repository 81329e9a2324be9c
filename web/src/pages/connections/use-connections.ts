import { keepPreviousData } from '@tanstack/react-query'
import { useAccount, useAction, useAnswer } from '../../api/queries.ts'
import type { ConnectionAnswer } from '../../api/wire.ts'
import { daysOf, type Range } from '../../view/view.ts'

const whilePullingMs = 1_500
const usuallyMs = 30_000

/** How soon connections are asked for again: often while days are fetched. */
const againAfterMs = (connections: readonly ConnectionAnswer[] = []): number =>
  connections.some(({ pull }) => pull !== null) ? whilePullingMs : usuallyMs

/**
 * @param enabled false for users who see only some apps
 * @param range the days whose states each connection has; none when absent
 */
export function useConnections(enabled = true, range?: Range) {
  const { today } = useAccount()
  const days = range && daysOf(range, today)
  const parameters = { start_date: days?.from, end_date: days?.to }
  return useAnswer('connections', parameters, {
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => againAfterMs(state.data?.connections),
    staleTime: 0,
    enabled,
  })
}

/** A connection and its days. */
export function useConnectionDays(name: string, from: string, to: string) {
  const parameters = { name, start_date: from, end_date: to }
  return useAnswer('connections/days', parameters, {
    refetchInterval: ({ state }) => againAfterMs(state.data && [state.data.connection]),
    staleTime: 0,
  })
}

/** The networks that can be connected. @param enabled only owners may ask */
export const useConnectors = (enabled = true) =>
  useAnswer('connections/networks', {}, { staleTime: 'static', enabled })

/** Leaves for the network, where the owner of its account consents. */
export function useConsent() {
  const begin = useAction('connections/consent/begin', 'nothing')
  const leave = ({ url }: { readonly url: string }) => location.assign(url)
  return { ...begin, mutate: (name: string) => begin.mutate({ name }, { onSuccess: leave }) }
}
