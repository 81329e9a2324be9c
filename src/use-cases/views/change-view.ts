import { Type } from 'typebox'
import { givenName, recordId } from '../fields.ts'
import { useCase } from '../use-case.ts'
import { toSavedViewView, viewAddress, viewUser } from './view-fields.ts'

/** Gives one of a user's own views another name or address. */
export const changeView = useCase({
  name: 'change-view',
  request: {
    ...viewUser,
    id: recordId,
    name: Type.Optional(givenName),
    address: Type.Optional(viewAddress),
  },
  run: async ({ savedViews }, { username, user, id, ...change }) =>
    toSavedViewView(await savedViews.change({ username, user }, id, change), true),
  audit: ({ username }, { name, is_shared: isShared }) =>
    isShared ? [{ action: 'view_changed', account: username, facts: { view_name: name } }] : [],
})
