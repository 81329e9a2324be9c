import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { post } from '../../asking/ask.ts'

interface KeyAnswer {
  readonly key: string
}

const queryKey = ['key']

/** The account's API key, once it was asked for; it goes when the page is left. */
export function useKey() {
  const queries = useQueryClient()
  const { data = null } = useQuery<string | null>({ queryKey, enabled: false, gcTime: 0 })
  const keep = ({ key }: KeyAnswer) => {
    queries.setQueryData(queryKey, key)
    return key
  }
  const reveal = useMutation({ mutationFn: async () => keep(await post<KeyAnswer>('key/reveal')) })
  const rotate = useMutation({ mutationFn: async () => keep(await post<KeyAnswer>('key/rotate')) })
  const hide = () => queries.setQueryData(queryKey, null)
  return { key: data, reveal, rotate, hide }
}
