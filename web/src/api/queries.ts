import { keepPreviousData, QueryClient, useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { daysOf, type View } from '../view/view.ts'
import { ApiError, get, post, session } from './request.ts'
import type { AccountAnswer, FiguresAnswer, FreshnessAnswer, ImportsAnswer } from './wire.ts'

const staleAfterMs = 60_000

/** Answers are cached while the page is open. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: staleAfterMs,
      retry: (count, error) =>
        error instanceof ApiError && error.code === 'unreachable' && count < 1,
    },
  },
})

const isSignedOut = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'signed_out'

/** The signed-in account; null without a session. */
export function useSession() {
  return useQuery<AccountAnswer | null>({
    queryKey: ['account'],
    queryFn: ({ signal }) =>
      get<AccountAnswer>('account', {}, signal).catch((error) => {
        if (isSignedOut(error)) return null
        throw error
      }),
  })
}

/** Clears the account and all answers, which shows the sign-in page. */
function clearSession(): void {
  queries.setQueryData(['account'], null)
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'account' })
}

session.addEventListener('signed-out', clearSession)

/** Signs out. @throws ApiError */
export async function signOut(): Promise<void> {
  await post('sign-out')
  clearSession()
}

export const AccountContext = createContext<AccountAnswer | null>(null)

/** The signed-in account. Only for components within {@link AccountContext}. */
export const useAccount = (): AccountAnswer => useContext(AccountContext)!

/** The figures of a view. Until they arrive, those of the last view are returned. */
export function useFigures(
  view: Pick<View, 'range' | 'by' | 'filters'>,
  today: string,
  enabled = true,
) {
  const { from, to } = daysOf(view.range, today)
  const { by, filters } = view
  const parameters = {
    start_date: from,
    end_date: to,
    by,
    app_id: filters.app,
    platform: filters.platform,
    network: filters.network,
    format: filters.format,
    country: filters.country,
  }
  return useQuery({
    queryKey: ['figures', parameters],
    queryFn: ({ signal }) => get<FiguresAnswer>('figures', parameters, signal),
    placeholderData: keepPreviousData,
    enabled,
  })
}

export function useFreshness(range: View['range'], today: string) {
  const { from, to } = daysOf(range, today)
  const parameters = { start_date: from, end_date: to }
  return useQuery({
    queryKey: ['freshness', parameters],
    queryFn: ({ signal }) => get<FreshnessAnswer>('freshness', parameters, signal),
    placeholderData: keepPreviousData,
  })
}

/** Imports, newest first. @param before only imports with a smaller id; null for all */
export function useImports(before: number | null) {
  return useQuery({
    queryKey: ['imports', before],
    queryFn: ({ signal }) =>
      get<ImportsAnswer>(
        'imports',
        { before: before === null ? undefined : String(before) },
        signal,
      ),
    placeholderData: keepPreviousData,
  })
}
