import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAccount } from '../../api/queries.ts'
import { get, post } from '../../api/request.ts'
import type { AppsAnswer, MergedAnswer } from '../../api/wire.ts'

/** The account's apps, with their links. */
export function useApps() {
  const { username: account } = useAccount()
  return useQuery({
    queryKey: ['apps', account],
    queryFn: ({ signal }) => get<AppsAnswer>('apps', {}, { account, signal }),
  })
}

/** Changes apps, and loads what shows them again. */
export function useAppAction(action: 'rename' | 'link' | 'unlink' | 'merge') {
  const queries = useQueryClient()
  const { username: account } = useAccount()
  return useMutation({
    mutationFn: (body: Readonly<Record<string, unknown>>) =>
      post<unknown>(`apps/${action}`, body, { account }),
    onSuccess: () => queries.invalidateQueries(),
  })
}

/** Tells what a merge would move. */
export function useMergePreview() {
  const { username: account } = useAccount()
  return useMutation({
    mutationFn: (body: { readonly app_id: string; readonly into: string }) =>
      post<MergedAnswer>('apps/merge', { ...body, dry_run: true }, { account }),
  })
}
