import { givenName } from '../fields.ts'
import { useCase } from '../use-case.ts'
import { toSavedViewView, viewAddress, viewUser } from './view-fields.ts'

/** Saves a page under a name, for its user alone. The audit log has what others see. */
export const saveView = useCase({
  name: 'save-view',
  request: { ...viewUser, name: givenName, address: viewAddress },
  run: async ({ savedViews }, { username, user, ...view }) =>
    toSavedViewView(await savedViews.save({ username, user }, view), true),
  audit: () => [],
})
