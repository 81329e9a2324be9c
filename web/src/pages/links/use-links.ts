import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAccount } from '../../api/queries.ts'
import { get, post } from '../../api/request.ts'
import type { LinksAnswer } from '../../api/wire.ts'

export function useLinks() {
  const { username: account } = useAccount()
  return useQuery({
    queryKey: ['links', account],
    queryFn: ({ signal }) => get<LinksAnswer>('links', {}, { account, signal }),
  })
}

/** Creates or revokes a report link, and loads the list again. The answer has the address of a new one. */
export function useLinkAction(action: 'create' | 'revoke') {
  const queries = useQueryClient()
  const { username: account } = useAccount()
  return useMutation({
    mutationFn: (body: { readonly name: string } & Record<string, unknown>) =>
      post<{ readonly url?: string }>(`links/${action}`, body, { account }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['links', account] }),
    // The address is a secret.
    gcTime: 0,
  })
}
