import type { NetworkApp } from '../sources/network-app.ts'
import type { App } from './app.ts'

/** A name for comparisons, in which case, width and spaces do not count. */
export const nameKey = (name: string): string =>
  name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

/** The apps of an account by their names. */
export class AppsByName {
  readonly #apps: ReadonlyMap<string, readonly App[]>

  constructor(apps: readonly App[]) {
    this.#apps = Map.groupBy(apps, ({ name }) => nameKey(name))
  }

  /**
   * The apps that have a network app's name, and its platform if it has one. An app with another store
   * identifier than the network states is a different one.
   */
  fitting(app: Pick<NetworkApp, 'name' | 'platform' | 'storePackage' | 'appStoreId'>): App[] {
    const { name, platform, storePackage, appStoreId } = app
    return (this.#apps.get(nameKey(name)) ?? []).filter(
      (one) =>
        (platform === null || one.platform === platform) &&
        mayEqual(one.appBundleId ?? one.androidPackage, storePackage) &&
        mayEqual(one.appStoreId, appStoreId),
    )
  }
}

const mayEqual = <Value>(one: Value | undefined, other: Value | undefined): boolean =>
  one === undefined || other === undefined || one === other
