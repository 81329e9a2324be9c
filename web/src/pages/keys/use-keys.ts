import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAccount } from '../../api/queries.ts'
import { get, post } from '../../api/request.ts'
import type { KeyAnswer, KeysAnswer } from '../../api/wire.ts'

/** The limits of a new key. An absent field limits nothing. */
export interface KeyLimits {
  readonly allow?: readonly string[]
  readonly app_id?: readonly string[]
  readonly expires?: string
}

export function useKeys() {
  const { username: account } = useAccount()
  return useQuery({
    queryKey: ['keys', account],
    queryFn: ({ signal }) => get<KeysAnswer>('keys', {}, { account, signal }),
  })
}

/** Changes keys, or shows one, and loads the list again. */
export function useKeyAction(action: 'create' | 'narrow' | 'rotate' | 'reveal' | 'revoke') {
  const queries = useQueryClient()
  const { username: account } = useAccount()
  return useMutation({
    mutationFn: (body: { readonly name: string } & Record<string, unknown>) =>
      post<KeyAnswer>(`keys/${action}`, body, { account }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['keys', account] }),
    gcTime: 0,
  })
}
