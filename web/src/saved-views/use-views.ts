import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAccount } from '../api/queries.ts'
import { get, post } from '../api/request.ts'
import type { SavedViewAnswer, ViewsAnswer } from '../api/wire.ts'

/** The reader's own saved views by name, then those that others share. */
export function useSavedViews() {
  const { username: account } = useAccount()
  return useQuery({
    queryKey: ['views', account],
    queryFn: ({ signal }) => get<ViewsAnswer>('views', {}, { account, signal }),
  })
}

/** Saves or changes a view, and loads the list again. */
export function useViewAction(action: 'save' | 'change' | 'share' | 'delete' | 'withdraw') {
  const queries = useQueryClient()
  const { username: account } = useAccount()
  return useMutation({
    mutationFn: (body: Readonly<Record<string, unknown>>) =>
      post<SavedViewAnswer>(`views/${action}`, body, { account }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['views', account] }),
  })
}

/** The page's address, as a view saves it. */
export const addressNow = (): string => location.pathname + location.search
