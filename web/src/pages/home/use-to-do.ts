import { useAnswer } from '../../api/queries.ts'

const staleAfterMs = 15_000

/** What the user should do. */
export const useToDo = () => useAnswer('to-do', {}, { staleTime: staleAfterMs })
