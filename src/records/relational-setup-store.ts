import type { Kysely, Transaction } from 'kysely'
import type { Account } from '../publishers/account.ts'
import type {
  FirstAccount,
  SetupState,
  SetupStore,
  StoredSetupLink,
} from '../publishers/setup-store.ts'
import { insertAccount, TakenError } from './relational-account-store.ts'
import type { RelationalDatabase } from './relational-database.ts'
import { RelationalUserRecords } from './relational-user-store.ts'
import type { Tables } from './tables/tables.ts'

/** Stores the link that sets a server up in the relational store. */
export class RelationalSetupStore implements SetupStore {
  readonly #database: RelationalDatabase

  constructor(database: RelationalDatabase) {
    this.#database = database
  }

  read(): Promise<SetupState> {
    return readState(this.#database.reads)
  }

  replaceLink({ tokenHash, expiresAtMs }: StoredSetupLink): Promise<boolean> {
    return this.#database.withLock(['users'], async (transaction) => {
      if (!(await readState(transaction)).isEmpty) return false
      await transaction.deleteFrom('setupLinks').execute()
      await transaction.insertInto('setupLinks').values({ tokenHash, expiresAtMs }).execute()
      return true
    })
  }

  setUp(check: (state: SetupState) => void, first: FirstAccount): Promise<Account> {
    const add = async (transaction: Transaction<Tables>) => {
      check(await readState(transaction))
      await transaction.deleteFrom('setupLinks').execute()
      const account = await insertAccount(transaction, first.account, first.firstKey)
      const users = new RelationalUserRecords(transaction, transaction)
      const { createdAtMs } = first.firstKey
      const { id } = await users.insert(first.login, first.passwordHash, createdAtMs)
      await users.setGrant(account.id, id, { role: 'owner', apps: null })
      return account
    }
    return this.#database.withLock(['users'], add).catch((error) => {
      // A command created the same account meanwhile.
      if (error instanceof TakenError) check({ isEmpty: false, link: null })
      throw error
    })
  }
}

async function readState(db: Kysely<Tables>): Promise<SetupState> {
  const account = await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()
  const user = await db.selectFrom('dashboardUsers').select('id').limit(1).executeTakeFirst()
  const row = await db.selectFrom('setupLinks').selectAll().executeTakeFirst()
  const link = row ? { tokenHash: row.tokenHash, expiresAtMs: row.expiresAtMs } : null
  return { isEmpty: !account && !user, link }
}
