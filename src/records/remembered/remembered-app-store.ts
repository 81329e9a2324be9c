import type { App, AppIdentifier } from '../../publishers/app.ts'
import { AccountApps } from '../account-apps.ts'
import { AppStore } from '../app-store.ts'
import type { RelationalDatabase } from '../relational-database.ts'
import { RememberedValues } from './remembered-values.ts'

/** An app with its places in two lists and three maps. */
const bytesPerApp = 600
const bytesOf = ({ ever }: AccountApps): number => 1_000 + bytesPerApp * ever.length

/** Finds the apps of accounts in memory, until the version of all apps differs. */
export class RememberedAppStore extends AppStore {
  readonly #apps: RememberedValues<AccountApps>
  readonly #versions: RememberedValues<{ readonly version: string }>
  #version = ''

  constructor(database: RelationalDatabase, maxBytes = 64 * 2 ** 20) {
    super(database)
    const bounds = { maxCount: 10_000, maxBytes, bytesOf }
    // Imports and other records change no apps, so these are not read again after them.
    this.#apps = new RememberedValues(() => 0, bounds, 0)
    const one = { maxCount: 1, maxBytes: 1_000, bytesOf: () => 100 }
    this.#versions = new RememberedValues(database.writeCount, one)
  }

  override async version(): Promise<string> {
    const found = await this.#versions.get('', async () => ({ version: await super.version() }))
    return found!.version
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

  async #of(accountId: number): Promise<AccountApps> {
    const version = await this.version()
    if (version !== this.#version) this.#apps.clear()
    this.#version = version
    const read = async () => new AccountApps(await super.everOfAccount(accountId))
    return (await this.#apps.get(String(accountId), read))!
  }
}
