import { hash } from 'node:crypto'
import type { App, AppIdentifier } from '../publishers/app.ts'

/** The apps of an account with their ids and identifiers. */
export class AccountApps {
  /** With merged and deleted apps, by name, then app id. */
  readonly ever: readonly App[]
  /** Without them, in the same order. */
  readonly existing: readonly App[]
  /** The place of each existing app. */
  readonly #byId: ReadonlyMap<string, number>
  readonly #byIdentifier: ReadonlyMap<string, App>
  #version: string | null = null
  /** Of some apps. A key that sees only these gives the same list each time. */
  readonly #versions = new WeakMap<readonly number[], string>()

  constructor(ever: readonly App[]) {
    this.ever = ever
    this.existing = ever.filter(({ endedBy }) => endedBy === undefined)
    this.#byId = new Map(this.existing.map(({ appId }, place) => [appId, place]))
    this.#byIdentifier = new Map(
      this.existing.flatMap((app) => identifiersOf(app).map((name) => [name, app] as const)),
    )
  }

  /** The existing apps with these ids, in their order. */
  withIds(appIds: readonly string[]): App[] {
    const places = new Set(appIds.flatMap((appId) => this.#byId.get(appId) ?? []))
    return [...places].sort((a, b) => a - b).map((place) => this.existing[place]!)
  }

  /** See {@link AppStore.versionOf}. */
  versionOf(keys: readonly number[] | null): string {
    if (keys === null) {
      this.#version ??= versionOf(this.ever)
      return this.#version
    }
    const known = this.#versions.get(keys)
    if (known !== undefined) return known
    const seen = new Set(keys)
    const version = versionOf(this.ever.filter(({ key }) => seen.has(key)))
    this.#versions.set(keys, version)
    return version
  }

  withIdentifier(identifier: AppIdentifier): App | null {
    return this.#byIdentifier.get(nameOf(identifier)) ?? null
  }
}

const versionOf = (apps: readonly App[]): string =>
  hash('sha256', JSON.stringify(apps), 'base64url').slice(0, 22)

function nameOf(identifier: AppIdentifier): string {
  if ('appStoreId' in identifier) return `store ${identifier.appStoreId}`
  if ('appBundleId' in identifier) return `bundle ${identifier.appBundleId}`
  return `${identifier.platform} ${identifier.androidPackage}`
}

function identifiersOf({ platform, appStoreId, appBundleId, androidPackage }: App): string[] {
  if (platform === 'ios') {
    return [
      ...(appStoreId === undefined ? [] : [nameOf({ appStoreId })]),
      ...(appBundleId === undefined ? [] : [nameOf({ appBundleId })]),
    ]
  }
  return androidPackage === undefined ? [] : [nameOf({ platform, androidPackage })]
}
