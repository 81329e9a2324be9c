import { timingSafeEqual } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import { hashPassword } from '../publishers/passwords.ts'
import { hashToken, newToken } from '../publishers/random-token.ts'
import { refuse } from '../publishers/refusals.ts'
import { toLogin } from '../publishers/user.ts'
import { insertAccount, TakenError } from './account-store.ts'
import type { Accounts, CreatedAccount, NewAccount } from './accounts.ts'
import type { RelationalDatabase } from './relational-database.ts'
import type { Tables } from './tables/tables.ts'
import type { SetupLinksTable } from './tables/user-tables.ts'
import { UserRecords } from './user-store.ts'

const linkMs = 3_600_000

export interface SetupLink {
  readonly token: string
  readonly expiresAtMs: number
}

export interface FirstSteps extends Pick<NewAccount, 'username' | 'currency'> {
  readonly token: string
  /** The e-mail address of the first owner. */
  readonly user: string
  readonly password: string
}

interface SetupState {
  /** Whether there is neither an account nor a user. */
  readonly isEmpty: boolean
  /** The last link; absent before the first, and once it was used. */
  readonly link: Selectable<SetupLinksTable> | undefined
}

/**
 * Sets up a server without accounts: a link lets its holder add the first account and its owner. All processes share it.
 */
export class SetupLinks {
  readonly #accounts: Accounts
  readonly #database: RelationalDatabase
  readonly #now: () => Date

  constructor(accounts: Accounts, database: RelationalDatabase, now: () => Date) {
    this.#accounts = accounts
    this.#database = database
    this.#now = now
  }

  /** Makes a link that works once, for an hour. An earlier one ends. @returns null when there is an account or a user */
  create(): Promise<SetupLink | null> {
    const token = newToken()
    const link = { tokenHash: hashToken(token), expiresAtMs: this.#now().getTime() + linkMs }
    return this.#database.withLock(['users'], async (transaction) => {
      if (!(await readState(transaction)).isEmpty) return null
      await transaction.deleteFrom('setupLinks').execute()
      await transaction.insertInto('setupLinks').values(link).execute()
      return { token, expiresAtMs: link.expiresAtMs }
    })
  }

  /** @throws Refusal when the token is not that of the last link, the link is over, or there is an account or a user */
  async check(token: string): Promise<void> {
    this.#refuseUnless(token, await readState(this.#database.reads))
  }

  /** Adds the account with its first key and its owner; the link ends. @throws Refusal as {@link check} */
  async setUp({ token, user, password, ...wanted }: FirstSteps): Promise<CreatedAccount> {
    // Before the password, which takes long to hash.
    await this.check(token)
    const passwordHash = await hashPassword(password)
    const { key, account: prepared, firstKey } = this.#accounts.prepare(wanted)
    const add = async (transaction: Kysely<Tables>) => {
      this.#refuseUnless(token, await readState(transaction))
      await transaction.deleteFrom('setupLinks').execute()
      const account = await insertAccount(transaction, prepared, firstKey)
      const users = new UserRecords(transaction, transaction)
      const { id } = await users.insert(toLogin(user), passwordHash, firstKey.createdAtMs)
      await users.setGrant(account.id, id, { role: 'owner', apps: null })
      return { account, key }
    }
    return this.#database.withLock(['users'], add).catch((error) => {
      // A command created the same account meanwhile.
      throw error instanceof TakenError ? refuse('already_set_up', {}) : error
    })
  }

  #refuseUnless(token: string, { isEmpty, link }: SetupState): void {
    if (!isEmpty) throw refuse('already_set_up', {})
    const isOpen = link !== undefined && link.expiresAtMs > this.#now().getTime()
    if (!isOpen || !timingSafeEqual(link.tokenHash, hashToken(token))) {
      throw refuse('setup_link_over', {})
    }
  }
}

async function readState(db: Kysely<Tables>): Promise<SetupState> {
  const account = await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()
  const user = await db.selectFrom('dashboardUsers').select('id').limit(1).executeTakeFirst()
  const link = await db.selectFrom('setupLinks').selectAll().executeTakeFirst()
  return { isEmpty: !account && !user, link }
}
