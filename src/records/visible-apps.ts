import { type App, type AppIdentifier, isListed } from '../publishers/app.ts'
import type { Principal } from '../publishers/principal.ts'
import type { AppStore } from './app-store.ts'

/** The apps that a principal sees. All others look like apps that do not exist. */
export class VisibleApps {
  readonly #store: AppStore
  readonly #accountId: number
  /** The keys of the apps; null for all apps of the account. */
  readonly keys: readonly number[] | null
  #seen: ReadonlySet<number> | null = null

  constructor(store: AppStore, { account, apps }: Pick<Principal, 'account' | 'apps'>) {
    this.#store = store
    this.#accountId = account.id
    this.keys = apps
  }

  /** Identifies the account and these apps as they are. */
  version(): Promise<string> {
    return this.#store.versionOf(this.#accountId, this.keys)
  }

  /** By name, then app id, in UTF-8 byte order. */
  async all(): Promise<readonly App[]> {
    return this.#amongSeen(await this.#store.ofAccount(this.#accountId))
  }

  /** The apps that lists contain: without the archived ones. In the order of {@link all}. */
  async listed(): Promise<App[]> {
    return (await this.all()).filter(isListed)
  }

  /** With merged and deleted apps, which name figures as of a past time. In the order of {@link all}. */
  async ever(): Promise<readonly App[]> {
    return this.#amongSeen(await this.#store.everOfAccount(this.#accountId))
  }

  /** The apps with these ids, in the order of {@link all}. */
  async byIds(appIds: readonly string[]): Promise<readonly App[]> {
    return this.#amongSeen(await this.#store.ofAccountByIds(this.#accountId, appIds))
  }

  async byIdentifier(identifier: AppIdentifier): Promise<App | null> {
    const app = await this.#store.ofAccountByIdentifier(this.#accountId, identifier)
    return app && this.#sees(app) ? app : null
  }

  #amongSeen(apps: readonly App[]): readonly App[] {
    return this.keys === null ? apps : apps.filter((app) => this.#sees(app))
  }

  #sees({ key }: App): boolean {
    if (this.keys === null) return true
    this.#seen ??= new Set(this.keys)
    return this.#seen.has(key)
  }
}
