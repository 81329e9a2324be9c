import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { post } from '../../api/ask.ts'
import { useAccount } from '../../api/questions.ts'
import type { KeyAnswer } from '../../api/wire.ts'

/** The account's API key: known once a request needed it, shown once it was asked for. */
interface KnownKey {
  readonly key: string
  readonly isShown: boolean
}

/** The API key as this page knows it; forgotten when the page is left. */
export function useKey() {
  const queries = useQueryClient()
  const { username: account } = useAccount()
  const queryKey = ['key', account]
  const { data: known = null } = useQuery<KnownKey | null>({ queryKey, enabled: false, gcTime: 0 })
  const keep = (key: string, isShown: boolean) => {
    queries.setQueryData(queryKey, { key, isShown })
    return key
  }
  const ask = async (path: string) => (await post<KeyAnswer>(path, {}, { account })).key
  const know = async () => known?.key ?? keep(await ask('key/reveal'), false)
  const show = useMutation({ mutationFn: async () => keep(await know(), true) })
  const rotate = useMutation({
    mutationFn: async () => keep(await ask('key/rotate'), true),
  })
  const hide = () => known && keep(known.key, false)
  return { shown: known?.isShown ? known.key : null, know, show, rotate, hide }
}
