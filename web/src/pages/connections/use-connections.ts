import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAccount } from '../../api/queries.ts'
import { get, post } from '../../api/request.ts'
import type {
  ConnectionAnswer,
  ConnectionDaysAnswer,
  ConnectionsAnswer,
  ConnectionTestAnswer,
  ConnectorsAnswer,
  ConsentAnswer,
} from '../../api/wire.ts'
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
  const { username: account, today } = useAccount()
  const days = range && daysOf(range, today)
  const parameters = { start_date: days?.from, end_date: days?.to }
  return useQuery({
    queryKey: ['connections', account, 'all', parameters],
    queryFn: ({ signal }) => get<ConnectionsAnswer>('connections', parameters, { account, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => againAfterMs(state.data?.connections),
    staleTime: 0,
    enabled,
  })
}

/** A connection and its days. */
export function useConnectionDays(name: string, from: string, to: string) {
  const { username: account } = useAccount()
  const parameters = { name, start_date: from, end_date: to }
  return useQuery({
    queryKey: ['connections', account, parameters],
    queryFn: ({ signal }) =>
      get<ConnectionDaysAnswer>('connections/days', parameters, { account, signal }),
    refetchInterval: ({ state }) => againAfterMs(state.data && [state.data.connection]),
    staleTime: 0,
  })
}

/** The networks that can be connected. @param enabled only owners may ask */
export function useConnectors(enabled = true) {
  const { username: account } = useAccount()
  return useQuery({
    queryKey: ['connectors', account],
    queryFn: ({ signal }) => get<ConnectorsAnswer>('connections/networks', {}, { account, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  })
}

type Action = 'add' | 'change' | 'pause' | 'resume' | 'remove' | 'pull' | 'confirm'

/** Changes connections, and loads them again. */
export function useConnectionAction(action: Action) {
  const queries = useQueryClient()
  const { username: account } = useAccount()
  return useMutation({
    mutationFn: (body: Readonly<Record<string, unknown>>) =>
      post<{ readonly name: string }>(`connections/${action}`, body, { account }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['connections', account] }),
    // Secrets are not kept.
    gcTime: 0,
  })
}

/** Logs in and fetches a day: of a connection, or with credentials that are not stored yet. */
export function useConnectionTest(path: 'test' | 'try') {
  const { username: account } = useAccount()
  return useMutation({
    mutationFn: (body: Readonly<Record<string, unknown>>) =>
      post<ConnectionTestAnswer>(`connections/${path}`, body, { account }),
    gcTime: 0,
  })
}

/** Leaves for the network, where the owner of its account consents. */
export function useConsent() {
  const { username: account } = useAccount()
  return useMutation({
    mutationFn: (name: string) =>
      post<ConsentAnswer>('connections/consent/begin', { name }, { account }),
    onSuccess: ({ url }) => location.assign(url),
  })
}
