import type { App, AppIdentifier } from '../../../publishers/app.ts'
import { AccountApps } from '../account-apps.ts'
import type { RecordChanges } from '../record-changes.ts'
import { RelationalAppStore } from '../relational-app-store.ts'
import type { RelationalDatabase } from '../relational-database.ts'
import { RememberedValues } from './remembered-values.ts'

/** An app with its places in two lists and three maps. */
const bytesPerApp = 600
const bytesOf = ({ ever }: AccountApps): number => 1_000 + bytesPerApp * ever.length

/** Finds the apps of accounts in memory once they were read. */
export class RememberedAppStore extends RelationalAppStore {
  readonly #apps: RememberedValues<AccountApps>
  readonly #version: RememberedValues<{ readonly version: string }>
  readonly #changes: RelationalDatabase['changes']

  constructor(database: RelationalDatabase, maxBytes = 64 * 2 ** 20) {
    super(database)
    this.#changes = database.changes
    this.#apps = new RememberedValues(this.#catalogueChanges(), {
      maxCount: 10_000,
      maxBytes,
      bytesOf,
    })
    const one = { maxCount: 1, maxBytes: 1_000, bytesOf: () => 100 }
    this.#version = new RememberedValues(database.changes, one)
  }

  override async version(): Promise<string> {
    const read = async () => {
      const version = await super.version()
      // Another process may have changed apps just before. Apps of this version are found after it.
      this.#changes.expire()
      return { version }
    }
    return (await this.#version.get('', read))!.version
  }

  override async versionOf(accountId: number, keys: readonly number[] | null): Promise<string> {
    return (await this.#of(accountId)).versionOf(keys)
  }

  override async ofAccount(accountId: number): Promise<readonly App[]> {
    return (await this.#of(accountId)).existing
  }

  override async everOfAccount(accountId: number): Promise<readonly App[]> {
    return (await this.#of(accountId)).ever
  }

  override async ofAccountByIds(accountId: number, appIds: readonly string[]): Promise<App[]> {
    return (await this.#of(accountId)).withIds(appIds)
  }

  override async ofAccountByIdentifier(
    accountId: number,
    identifier: AppIdentifier,
  ): Promise<App | null> {
    return (await this.#of(accountId)).withIdentifier(identifier)
  }

  /** Imports and other records change no apps, so these are not read again after them. */
  #catalogueChanges(): RecordChanges {
    let [number, last] = [0, '']
    const refresh = async () => {
      const version = await this.version()
      if (version !== last) number++
      last = version
    }
    return {
      get number() {
        return number
      },
      refresh,
      expire: () => this.#changes.expire(),
    }
  }

  async #of(accountId: number): Promise<AccountApps> {
    const read = async () => new AccountApps(await super.everOfAccount(accountId))
    return (await this.#apps.get(String(accountId), read))!
  }
}
