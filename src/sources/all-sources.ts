import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { NetworkSource } from './source.ts'

const directory = join(import.meta.dirname, 'networks')

const files = readdirSync(directory)
  .filter((file) => /^[a-z-]+\.[jt]s$/.test(file))
  .sort()

/** All sources by name: the files of `networks/`, except their connectors and tests. */
export const sources: ReadonlyMap<string, NetworkSource> = new Map(
  (await Promise.all(files.map(load))).map((source) => [source.name, source]),
)

async function load(file: string): Promise<NetworkSource> {
  // biome-ignore lint/plugin: every file of networks/ is a source
  const module = (await import(pathToFileURL(join(directory, file)).href)) as {
    readonly default: NetworkSource
  }
  return module.default
}
