import type { Accounts } from './accounts.ts'
import { refuse } from './refusals.ts'
import type { SavedView } from './saved-view.ts'
import type { SavedViewRecords, SavedViewStore, ViewChange } from './saved-view-store.ts'
import { permissionsOf } from './user.ts'
import type { Users } from './users.ts'

/** How many views a user may save in an account, and how many of an account may be shared. */
export const maxViews = 100

/** A user of an account, by username and login. */
export interface ViewUser {
  readonly username: string
  readonly user: string
}

/** Manages the saved views of users. */
export class SavedViews {
  readonly #accounts: Accounts
  readonly #users: Users
  readonly #store: SavedViewStore
  readonly #now: () => Date

  constructor(accounts: Accounts, users: Users, store: SavedViewStore, now: () => Date) {
    this.#accounts = accounts
    this.#users = users
    this.#store = store
    this.#now = now
  }

  /**
   * The user's own views by name, then those that others share. A user who sees only some apps has only the own ones:
   * shared ones name any apps.
   *
   * @throws Refusal for an unknown user
   */
  async visibleTo(who: ViewUser): Promise<SavedView[]> {
    const { accountId, userId, seesAllApps } = await this.#find(who)
    const own = await this.#store.ofUser(accountId, userId)
    if (!seesAllApps) return own
    const shared = await this.#store.sharedIn(accountId)
    return [...own, ...shared.filter((view) => view.userId !== userId)]
  }

  /** @throws Refusal for an unknown user, too many views, or a name that the user has used */
  async save(who: ViewUser, view: Pick<SavedView, 'name' | 'address'>): Promise<SavedView> {
    const { accountId, userId, login } = await this.#find(who)
    return this.#store.exclusively(async (views) => {
      const own = await views.ofUser(accountId, userId)
      if (own.length >= maxViews) throw refuse('too_many_views', { max: maxViews })
      refuseTaken(own, view.name)
      const { name, address } = view
      const savedAtMs = this.#now().getTime()
      return views.insert({
        accountId,
        userId,
        savedBy: login,
        name,
        address,
        isShared: false,
        savedAtMs,
      })
    })
  }

  /**
   * Changes one of the user's own views.
   *
   * @throws Refusal for an unknown user or view, a name that the user has used, too many shared views, or a shared
   * view of a user who may not share
   */
  async change(who: ViewUser, id: number, change: ViewChange): Promise<SavedView> {
    const { accountId, userId, mayShare } = await this.#find(who)
    return this.#store.exclusively(async (views) => {
      const own = await views.ofUser(accountId, userId)
      const view = viewIn(own, id)
      if ((view.isShared || change.isShared) && !mayShare) throw refuse('view_is_shared', { id })
      const others = own.filter((one) => one !== view)
      if (change.name !== undefined) refuseTaken(others, change.name)
      if (change.isShared && !view.isShared) await refuseManyShared(views, accountId)
      await views.change(id, change)
      return { ...view, ...change }
    })
  }

  /**
   * Removes one of the user's own views.
   *
   * @throws Refusal for an unknown user or view, or a shared view of a user who may not share
   */
  async remove(who: ViewUser, id: number): Promise<SavedView> {
    const { accountId, userId, mayShare } = await this.#find(who)
    return this.#removeFrom((views) => views.ofUser(accountId, userId), id, mayShare)
  }

  /** Removes a shared view of any user. @throws Refusal for an unknown account or view */
  async removeShared(username: string, id: number): Promise<SavedView> {
    const account = await this.#accounts.get(username)
    return this.#removeFrom((views) => views.sharedIn(account.id), id, true)
  }

  #removeFrom(
    list: (views: SavedViewRecords) => Promise<readonly SavedView[]>,
    id: number,
    mayShare: boolean,
  ): Promise<SavedView> {
    return this.#store.exclusively(async (views) => {
      const view = viewIn(await list(views), id)
      if (view.isShared && !mayShare) throw refuse('view_is_shared', { id })
      await views.remove(id)
      return view
    })
  }

  async #find({ username, user }: ViewUser) {
    const account = await this.#accounts.get(username)
    const { id: userId, login } = await this.#users.get(user)
    const memberships = await this.#users.activeAccountsOf(userId)
    const membership = memberships.find((one) => one.account.id === account.id)
    if (!membership) throw refuse('unknown_member', { username, user })
    const mayShare = permissionsOf[membership.role].has('import')
    return { accountId: account.id, userId, login, mayShare, seesAllApps: membership.apps === null }
  }
}

/** @throws Refusal `unknown_view` */
function viewIn(views: readonly SavedView[], id: number): SavedView {
  const view = views.find((one) => one.id === id)
  if (!view) throw refuse('unknown_view', { id })
  return view
}

/** @throws Refusal `view_name_taken` */
function refuseTaken(views: readonly SavedView[], name: string): void {
  if (views.some((one) => one.name === name)) throw refuse('view_name_taken', { name })
}

/** @throws Refusal `too_many_shared_views` */
async function refuseManyShared(views: SavedViewRecords, accountId: number): Promise<void> {
  const shared = await views.sharedIn(accountId)
  if (shared.length >= maxViews) throw refuse('too_many_shared_views', { max: maxViews })
}
