import { readsOnly, useCase } from '../use-case.ts'
import { toSavedViewView, viewUser } from './view-fields.ts'

/** A user's own views by name, then those that others of the account share. */
export const listViews = useCase({
  name: 'list-views',
  request: viewUser,
  audit: readsOnly,
  run: async ({ savedViews, users }, who) => {
    const views = await savedViews.visibleTo(who)
    const { id } = await users.get(who.user)
    return views.map((view) => toSavedViewView(view, view.userId === id))
  },
})
