import type { UseCase } from '../../use-cases/use-case.ts'
import { changeView } from '../../use-cases/views/change-view.ts'
import { deleteSharedView, deleteView } from '../../use-cases/views/delete-view.ts'
import { listViews } from '../../use-cases/views/list-views.ts'
import { saveView } from '../../use-cases/views/save-view.ts'
import { shareView } from '../../use-cases/views/share-view.ts'
import { ofAccount } from './route-table.ts'

/** The longest address, escaped. */
const maxBodyBytes = 32_768
/** Those who only read keep views for themselves. */
const own = { needs: 'read', maxBodyBytes } as const
/** All of the account see shared views. */
const shared = { needs: 'import', ofAllApps: true, maxBodyBytes } as const

/** A body has the fields of its use case, but for the account and the user, which are the session's. */
const ofUser = <Result extends object>(
  needs: typeof own | typeof shared,
  useCase: UseCase<never, Result>,
) =>
  ofAccount({
    ...needs,
    answer: ({ principal, username, fields, ask }) =>
      ask(useCase, { ...fields, username, user: principal.name }),
  })

/** The saved views of the user, and those that others of the account share. */
export const viewRoutes = () => ({
  'GET /views': ofAccount({
    needs: 'read',
    answer: async ({ principal, username, call }) => ({
      views: await call(listViews, { username, user: principal.name }),
    }),
  }),
  'POST /views/save': ofUser(own, saveView),
  'POST /views/change': ofUser(own, changeView),
  'POST /views/share': ofUser(shared, shareView),
  'POST /views/delete': ofUser(own, deleteView),
  'POST /views/withdraw': ofAccount({
    ...shared,
    needs: 'manage',
    answer: ({ username, fields, ask }) => ask(deleteSharedView, { ...fields, username }),
  }),
})
