import type { Kysely, Selectable } from 'kysely'
import { refuse } from '../publishers/refusals.ts'
import type { SavedView, ViewChange } from '../publishers/saved-view.ts'
import { permissionsOf } from '../publishers/user.ts'
import type { Accounts } from './accounts.ts'
import type { RelationalDatabase } from './relational-database.ts'
import type { Tables } from './tables/tables.ts'
import type { SavedViewsTable } from './tables/user-tables.ts'
import type { Users } from './users.ts'

/** How many views a user may save in an account, and how many of an account may be shared. */
export const maxViews = 100

/** A user of an account, by username and login. */
export interface ViewUser {
  readonly username: string
  readonly user: string
}

/** The saved views of users. */
export class SavedViews {
  readonly #accounts: Accounts
  readonly #users: Users
  readonly #database: RelationalDatabase
  readonly #now: () => Date

  constructor(accounts: Accounts, users: Users, database: RelationalDatabase, now: () => Date) {
    this.#accounts = accounts
    this.#users = users
    this.#database = database
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
    const own = await viewsOf(this.#database.reads, accountId, userId)
    if (!seesAllApps) return own
    const shared = await sharedIn(this.#database.reads, accountId)
    return [...own, ...shared.filter((view) => view.userId !== userId)]
  }

  /** @throws Refusal for an unknown user, too many views, or a name that the user has used */
  async save(who: ViewUser, { name, address }: Pick<SavedView, 'name' | 'address'>) {
    const { accountId, userId, login } = await this.#find(who)
    return this.#exclusively(async (transaction) => {
      const own = await viewsOf(transaction, accountId, userId)
      if (own.length >= maxViews) throw refuse('too_many_views', { max: maxViews })
      refuseTaken(own, name)
      const savedAtMs = this.#now().getTime()
      const row = await transaction
        .insertInto('savedViews')
        .values({ accountId, userId, savedBy: login, name, address, isShared: 0, savedAtMs })
        .returningAll()
        .executeTakeFirstOrThrow()
      return toView(row)
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
    return this.#exclusively(async (transaction) => {
      const own = await viewsOf(transaction, accountId, userId)
      const view = viewIn(own, id)
      if ((view.isShared || change.isShared) && !mayShare) throw refuse('view_is_shared', { id })
      const others = own.filter((one) => one !== view)
      if (change.name !== undefined) refuseTaken(others, change.name)
      if (change.isShared && !view.isShared) await refuseManyShared(transaction, accountId)
      const { name, address, isShared } = { ...view, ...change }
      await transaction
        .updateTable('savedViews')
        .set({ name, address, isShared: Number(isShared) })
        .where('id', '=', id)
        .execute()
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
    return this.#removeFrom((database) => viewsOf(database, accountId, userId), id, mayShare)
  }

  /** Removes a shared view of any user. @throws Refusal for an unknown account or view */
  async removeShared(username: string, id: number): Promise<SavedView> {
    const account = await this.#accounts.get(username)
    return this.#removeFrom((database) => sharedIn(database, account.id), id, true)
  }

  #removeFrom(
    list: (database: Kysely<Tables>) => Promise<readonly SavedView[]>,
    id: number,
    mayShare: boolean,
  ): Promise<SavedView> {
    return this.#exclusively(async (transaction) => {
      const view = viewIn(await list(transaction), id)
      if (view.isShared && !mayShare) throw refuse('view_is_shared', { id })
      await transaction.deleteFrom('savedViews').where('id', '=', id).execute()
      return view
    })
  }

  /** Runs work in a transaction; no other process changes views meanwhile. */
  #exclusively<Result>(work: (transaction: Kysely<Tables>) => Promise<Result>): Promise<Result> {
    return this.#database.withLock(['users'], work)
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

const ofAccount = (database: Kysely<Tables>, accountId: number) =>
  database
    .selectFrom('savedViews')
    .selectAll()
    .where('accountId', '=', accountId)
    .orderBy('name')
    .orderBy('id')

async function viewsOf(
  database: Kysely<Tables>,
  accountId: number,
  userId: number,
): Promise<SavedView[]> {
  const rows = await ofAccount(database, accountId).where('userId', '=', userId).execute()
  return rows.map(toView)
}

/** The views of an account that all its users see. */
async function sharedIn(database: Kysely<Tables>, accountId: number): Promise<SavedView[]> {
  const rows = await ofAccount(database, accountId).where('isShared', '=', 1).execute()
  return rows.map(toView)
}

const toView = (row: Selectable<SavedViewsTable>): SavedView => ({
  ...row,
  isShared: row.isShared === 1,
})

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
async function refuseManyShared(database: Kysely<Tables>, accountId: number): Promise<void> {
  const shared = await sharedIn(database, accountId)
  if (shared.length >= maxViews) throw refuse('too_many_shared_views', { max: maxViews })
}
