import { useQuery } from '@tanstack/react-query'
import { useAccount } from '../../api/queries.ts'
import { get } from '../../api/request.ts'
import type { ToDoAnswer } from '../../api/wire.ts'

const staleAfterMs = 15_000

/** What the user should do. */
export function useToDo() {
  const { username: account } = useAccount()
  return useQuery({
    queryKey: ['to-do', account],
    queryFn: ({ signal }) => get<ToDoAnswer>('to-do', {}, { account, signal }),
    staleTime: staleAfterMs,
  })
}
