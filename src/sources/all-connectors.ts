import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Connector } from './connector.ts'

const directory = join(import.meta.dirname, 'networks')
const files = readdirSync(directory)
  .filter((file) => /\.connector\.[jt]s$/.test(file))
  .sort()

/** All connectors by name: the files `networks/*.connector.ts`. */
export const connectors: ReadonlyMap<string, Connector> = new Map(
  (await Promise.all(files.map(load))).map((connector) => [connector.name, connector]),
)

async function load(file: string): Promise<Connector> {
  // biome-ignore lint/plugin: every file of networks/ is loaded by its name
  const module = (await import(pathToFileURL(join(directory, file)).href)) as {
    readonly default: Connector
  }
  return module.default
}
