import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { post } from '../../api/request.ts'

/** The API key, once it was loaded. */
interface KnownKey {
  readonly key: string
  readonly isShown: boolean
}

const queryKey = ['key']

/** Loads, shows and replaces the API key, which is kept only while the page is open. */
export function useKey() {
  const queries = useQueryClient()
  const { data: known = null } = useQuery<KnownKey | null>({ queryKey, enabled: false, gcTime: 0 })
  const keep = (key: string, isShown: boolean) => {
    queries.setQueryData(queryKey, { key, isShown })
    return key
  }
  const know = async () =>
    known?.key ?? keep((await post<{ key: string }>('key/reveal')).key, false)
  const show = useMutation({ mutationFn: async () => keep(await know(), true) })
  const rotate = useMutation({
    mutationFn: async () => keep((await post<{ key: string }>('key/rotate')).key, true),
  })
  const hide = () => known && keep(known.key, false)
  return { shown: known?.isShown ? known.key : null, know, show, rotate, hide }
}
