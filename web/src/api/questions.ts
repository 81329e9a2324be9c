import { keepPreviousData, QueryClient, useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { daysOf, type View } from '../view/view.ts'
import { AskError, ask, post, session } from './ask.ts'
import type { AccountAnswer, FiguresAnswer, FreshnessAnswer, ImportsAnswer } from './wire.ts'

const freshForMs = 60_000

/** What was answered, kept while the page is open. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: freshForMs,
      retry: (count, error) =>
        error instanceof AskError && error.code === 'unreachable' && count < 1,
    },
  },
})

const isSignedOut = (error: unknown): boolean =>
  error instanceof AskError && error.code === 'signed_out'

/** Who is signed in; null for nobody. */
export function useSession() {
  return useQuery<AccountAnswer | null>({
    queryKey: ['account'],
    queryFn: async ({ signal }) => {
      try {
        const account = await ask<AccountAnswer>('account', {}, { signal })
        forgetOthers(account.username)
        return account
      } catch (error) {
        if (isSignedOut(error)) return null
        throw error
      }
    },
  })
}

/** Forgets what was answered to other accounts. The key of every other query begins `[what, account]`. */
function forgetOthers(username: string): void {
  queries.removeQueries({
    predicate: ({ queryKey: [what, account] }) => what !== 'account' && account !== username,
  })
}

/** Forgets whoever was signed in, and what was answered. The sign-in takes the page's place. */
function forget(): void {
  queries.setQueryData(['account'], null)
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'account' })
}

session.addEventListener('signed-out', forget)
session.addEventListener('other-account', () => queries.refetchQueries({ queryKey: ['account'] }))

/** Signs out. @throws AskError */
export async function signOut(): Promise<void> {
  await post('sign-out')
  forget()
}

/** The account whose pages are shown. */
export const AccountContext = createContext<AccountAnswer | null>(null)

/** The account that is signed in; for what is only shown when there is one. */
export const useAccount = (): AccountAnswer => useContext(AccountContext)!

/** The figures of a view. While another is asked for, the last one stays. */
export function useFigures(
  view: Pick<View, 'range' | 'by' | 'filters'>,
  today: string,
  enabled = true,
) {
  const { username: account } = useAccount()
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
    queryKey: ['figures', account, parameters],
    queryFn: ({ signal }) => ask<FiguresAnswer>('figures', parameters, { account, signal }),
    placeholderData: keepPreviousData,
    enabled,
  })
}

/** How far each day of a range can be relied on. */
export function useFreshness(range: View['range'], today: string) {
  const { username: account } = useAccount()
  const { from, to } = daysOf(range, today)
  const parameters = { start_date: from, end_date: to }
  return useQuery({
    queryKey: ['freshness', account, parameters],
    queryFn: ({ signal }) => ask<FreshnessAnswer>('freshness', parameters, { account, signal }),
    placeholderData: keepPreviousData,
  })
}

/** The imports, the latest first. @param before the id to go on below; null for the latest */
export function useImports(before: number | null) {
  const { username: account } = useAccount()
  const parameters = { before: before === null ? undefined : String(before) }
  return useQuery({
    queryKey: ['imports', account, before],
    queryFn: ({ signal }) => ask<ImportsAnswer>('imports', parameters, { account, signal }),
    placeholderData: keepPreviousData,
  })
}
