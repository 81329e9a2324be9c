import { type App, type AppIdentifier, isListed } from './app.ts'
import type { AppStore } from './app-store.ts'
import type { Principal } from './principal.ts'

/** The apps that a principal sees. All others look like apps that do not exist. */
export class VisibleApps {
  readonly #store: AppStore
  readonly #accountId: number
  /** The keys of the apps; null for all apps of the account. */
  readonly keys: readonly number[] | null

  constructor(store: AppStore, { account, apps }: Pick<Principal, 'account' | 'apps'>) {
    this.#store = store
    this.#accountId = account.id
    this.keys = apps
  }

  /** By name, then app id, in UTF-8 byte order. */
  async all(): Promise<App[]> {
    return (await this.#store.ofAccount(this.#accountId)).filter((app) => this.#sees(app))
  }

  /** The apps that lists contain: without the archived ones. In the order of {@link all}. */
  async listed(): Promise<App[]> {
    return (await this.all()).filter(isListed)
  }

  /** With merged and deleted apps, which name figures as of a past time. In the order of {@link all}. */
  async ever(): Promise<App[]> {
    return (await this.#store.everOfAccount(this.#accountId)).filter((app) => this.#sees(app))
  }

  /** The apps with these ids, in the order of {@link all}. */
  async byIds(appIds: readonly string[]): Promise<App[]> {
    const found = await this.#store.ofAccountByIds(this.#accountId, appIds)
    return found.filter((app) => this.#sees(app))
  }

  async byIdentifier(identifier: AppIdentifier): Promise<App | null> {
    const app = await this.#store.ofAccountByIdentifier(this.#accountId, identifier)
    return app && this.#sees(app) ? app : null
  }

  #sees({ key }: App): boolean {
    return this.keys === null || this.keys.includes(key)
  }
}
