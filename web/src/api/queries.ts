import {
  keepPreviousData,
  QueryClient,
  type UseQueryOptions,
  useMutation,
  useQuery,
} from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { daysOf, type View } from '../view/view.ts'
import { ApiError, get, type Parameters, post, session } from './request.ts'
import type { AccountAnswer, AnswerTo, RouteName } from './wire.ts'

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
    // Answers with secrets are not kept.
    mutations: { networkMode: 'always', gcTime: 0 },
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

/** Whether the user sees what the account is owed. */
export function useSeesMoney(): boolean {
  const { permissions, sees_all_apps: seesAllApps } = useAccount()
  return seesAllApps && permissions.includes('finance')
}

/** Whether the user sees what a network owes to the account, which is a partner of it. */
export function useSeesPayouts(): boolean {
  const { share_role: role } = useAccount()
  return useSeesMoney() && role === 'partner'
}

/** The paths of routes: `keys` of `GET /keys`. */
type GetPath<Name = RouteName> = Name extends `GET /${infer Path}` ? Path : never
type PostPath<Name = RouteName> = Name extends `POST /${infer Path}` ? Path : never

/** Answers with the same first part of the path are loaded again together. */
const firstPart = (path: string): string => path.split('/')[0]!

/** The answer to a question about the account. @param options of the query */
export function useAnswer<Path extends GetPath>(
  path: Path,
  parameters: Parameters = {},
  options: Omit<UseQueryOptions<AnswerTo<`GET /${Path}`>>, 'queryKey' | 'queryFn'> = {},
) {
  const { username: account } = useAccount()
  return useQuery({
    queryKey: [firstPart(path), account, path, parameters],
    queryFn: ({ signal }) => get<AnswerTo<`GET /${Path}`>>(path, parameters, { account, signal }),
    ...options,
  })
}

/**
 * Changes something of the account, then loads the answers again that show it.
 *
 * @param changes the answers: those of a path, `all`, or `nothing`
 */
export function useAction<Path extends PostPath>(
  path: Path,
  changes: GetPath | PostPath | 'all' | 'nothing' = path,
) {
  const { username: account } = useAccount()
  const reload = async () => {
    if (changes === 'nothing') return
    const shown = changes === 'all' ? {} : { queryKey: [firstPart(changes), account] }
    await queries.invalidateQueries(shown)
  }
  return useMutation({
    mutationFn: (body: object) => post<AnswerTo<`POST /${Path}`>>(path, body, { account }),
    onSuccess: reload,
    // Someone else may have changed it.
    onError: () => void reload(),
  })
}

export function useFreshness(range: View['range'], today: string) {
  const { from, to } = daysOf(range, today)
  const days = { start_date: from, end_date: to }
  return useAnswer('freshness', days, { placeholderData: keepPreviousData })
}

/** The identity provider that users may sign in with; null for none, and until it is known. */
export function useProvider(): string | null {
  const { data } = useQuery({
    queryKey: ['provider'],
    queryFn: ({ signal }) =>
      get<AnswerTo<'GET /sign-in/options'>>('sign-in/options', {}, { signal }),
  })
  return data?.provider ?? null
}
