import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAccount } from '../api/queries.ts'
import { get, post } from '../api/request.ts'
import type { NoteAnswer, NotesAnswer } from '../api/wire.ts'

/** All notes of the account, the latest days first. */
export function useNotes() {
  const { username: account } = useAccount()
  return useQuery({
    queryKey: ['notes', account],
    queryFn: ({ signal }) => get<NotesAnswer>('notes', {}, { account, signal }),
  })
}

/** The contents of a note; `end_date` and `app_id` are left out where they say nothing. */
export interface NoteText {
  readonly start_date: string
  readonly end_date?: string
  readonly app_id?: string
  readonly text: string
}

/** Adds, changes or deletes a note, and loads the list again. */
export function useNoteAction(action: 'add' | 'change' | 'delete') {
  const queries = useQueryClient()
  const { username: account } = useAccount()
  return useMutation({
    mutationFn: (body: Partial<NoteText> & { readonly id?: number }) =>
      post<NoteAnswer>(`notes/${action}`, body, { account }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['notes', account] }),
  })
}
