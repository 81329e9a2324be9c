import { keepPreviousData, QueryClient, useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { daysOf, type View } from '../view/view.ts'
import { ApiError, get, post, session } from './request.ts'
import type {
  AccountAnswer,
  FreshnessAnswer,
  ImportsAnswer,
  OptionsAnswer,
  ProfileAnswer,
  UsersAnswer,
} from './wire.ts'

const staleAfterMs = 60_000

/** Answers are cached while the page is open. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: staleAfterMs,
      // Without a connection a question fails, and says so, instead of waiting beside the last answer.
      networkMode: 'always',
      retry: (count, error) =>
        error instanceof ApiError && error.code === 'unreachable' && count < 1,
    },
    mutations: { networkMode: 'always' },
  },
})

const isSignedOut = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'signed_out'

/** The signed-in account; null without a session. */
export function useSession() {
  return useQuery<AccountAnswer | null>({
    queryKey: ['account'],
    queryFn: async ({ signal }) => {
      try {
        const account = await get<AccountAnswer>('account', {}, { signal })
        clearOthers(account.username)
        return account
      } catch (error) {
        if (isSignedOut(error)) return null
        throw error
      }
    },
  })
}

/** Clears answers for other accounts. The key of a query about one starts with `[name, account]`. */
function clearOthers(username: string): void {
  queries.removeQueries({
    predicate: ({ queryKey: [, account] }) => account !== undefined && account !== username,
  })
}

/** Clears the account and all answers, which shows the sign-in page. */
function clearSession(): void {
  queries.setQueryData(['account'], null)
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'account' })
}

session.addEventListener('signed-out', clearSession)
session.addEventListener('other-account', () => queries.refetchQueries({ queryKey: ['account'] }))

/** Signs out. @throws ApiError */
export async function signOut(): Promise<void> {
  await post('sign-out')
  clearSession()
}

export const AccountContext = createContext<AccountAnswer | null>(null)

/** The signed-in account. Only for components within {@link AccountContext}. */
export const useAccount = (): AccountAnswer => useContext(AccountContext)!

/** Whether the user may change what concerns the whole account, such as notes and names of apps. */
export function useMayEdit(): boolean {
  const { permissions, sees_all_apps: seesAllApps } = useAccount()
  return seesAllApps && permissions.includes('import')
}

export function useFreshness(range: View['range'], today: string) {
  const { username: account } = useAccount()
  const { from, to } = daysOf(range, today)
  const parameters = { start_date: from, end_date: to }
  return useQuery({
    queryKey: ['freshness', account, parameters],
    queryFn: ({ signal }) => get<FreshnessAnswer>('freshness', parameters, { account, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Imports, newest first. @param before only imports with a smaller id; null for all */
export function useImports(before: number | null) {
  const { username: account } = useAccount()
  const parameters = { before: before === null ? undefined : String(before) }
  return useQuery({
    queryKey: ['imports', account, before],
    queryFn: ({ signal }) => get<ImportsAnswer>('imports', parameters, { account, signal }),
    placeholderData: keepPreviousData,
  })
}

/** The users of the account, and its open invitations. */
export function useUsers() {
  const { username: account } = useAccount()
  return useQuery({
    queryKey: ['users', account],
    queryFn: ({ signal }) => get<UsersAnswer>('users', {}, { account, signal }),
  })
}

/** The user's own data: sessions and the second factor. */
export function useProfile() {
  const { username: account } = useAccount()
  return useQuery({
    queryKey: ['profile', account],
    queryFn: ({ signal }) => get<ProfileAnswer>('profile', {}, { account, signal }),
  })
}

/** The identity provider that users may sign in with; null for none, and until it is known. */
export function useProvider(): string | null {
  const { data } = useQuery({
    queryKey: ['provider'],
    queryFn: ({ signal }) => get<OptionsAnswer>('sign-in/options', {}, { signal }),
  })
  return data?.provider ?? null
}
