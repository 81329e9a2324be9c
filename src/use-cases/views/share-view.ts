import { Type } from 'typebox'
import { recordId } from '../fields.ts'
import { useCase } from '../use-case.ts'
import { toSavedViewView, viewUser } from './view-fields.ts'

/** Shows one of a user's own views to all users of the account, or stops that. */
export const shareView = useCase({
  name: 'share-view',
  request: {
    ...viewUser,
    id: recordId,
    isShared: Type.Boolean({ description: 'true or false' }),
  },
  run: async ({ savedViews }, { username, user, id, isShared }) =>
    toSavedViewView(await savedViews.change({ username, user }, id, { isShared }), true),
  audit: ({ username, isShared }, { name }) => [
    {
      action: isShared ? 'view_shared' : 'view_unshared',
      account: username,
      facts: { view_name: name },
    },
  ],
})
