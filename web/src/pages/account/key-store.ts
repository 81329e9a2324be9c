import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAccount } from '../../api/queries.ts'
import { post } from '../../api/request.ts'
import type { KeyAnswer } from '../../api/wire.ts'

/** The API key, once it was loaded. */
interface KnownKey {
  readonly key: string
  readonly isShown: boolean
}

/** Loads, shows and replaces the API key, which is kept only while the page is open. */
export function useKey() {
  const queries = useQueryClient()
  const { username: account } = useAccount()
  const queryKey = ['key', account]
  const { data: known = null } = useQuery<KnownKey | null>({ queryKey, enabled: false, gcTime: 0 })
  const keep = (key: string, isShown: boolean) => {
    queries.setQueryData(queryKey, { key, isShown })
    return key
  }
  const load = async (path: string) => (await post<KeyAnswer>(path, {}, { account })).key
  const know = async () => known?.key ?? keep(await load('key/reveal'), false)
  const show = useMutation({ mutationFn: async () => keep(await know(), true) })
  const rotate = useMutation({
    mutationFn: async () => keep(await load('key/rotate'), true),
  })
  const hide = () => known && keep(known.key, false)
  return { shown: known?.isShown ? known.key : null, know, show, rotate, hide }
}
