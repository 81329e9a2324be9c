import type { AuditRecord } from '../../audit/audit-event.ts'
import type { SavedView } from '../../publishers/saved-view.ts'
import { recordId, username } from '../fields.ts'
import { useCase } from '../use-case.ts'
import { viewUser } from './view-fields.ts'

/** Deletes one of a user's own views. */
export const deleteView = useCase({
  name: 'delete-view',
  request: { ...viewUser, id: recordId },
  run: async ({ savedViews }, { id, ...who }) => toDeleted(await savedViews.remove(who, id)),
  audit: ({ username }, deleted) => recordsOf(username, deleted),
})

/** Deletes a view that is shared in the account, also one that another user saved. */
export const deleteSharedView = useCase({
  name: 'delete-shared-view',
  request: { username, id: recordId },
  run: async ({ savedViews }, { username, id }) =>
    toDeleted(await savedViews.removeShared(username, id)),
  audit: ({ username }, deleted) => recordsOf(username, deleted),
})

const toDeleted = ({ id, name, isShared }: SavedView) => ({ id, name, is_shared: isShared })

type Deleted = ReturnType<typeof toDeleted>

const recordsOf = (username: string, { name, is_shared: isShared }: Deleted): AuditRecord[] =>
  isShared ? [{ action: 'view_deleted', account: username, facts: { view_name: name } }] : []
