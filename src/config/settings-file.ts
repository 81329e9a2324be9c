import { readFile, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { allSettings } from './catalogue.ts'
import { type GivenSetting, readGiven } from './given-settings.ts'
import { ConfigError, type Environment } from './settings.ts'
import { parseToml } from './toml.ts'

/** The settings of a file. */
export interface SettingsFile {
  readonly path: string
  /** By the names of settings. */
  readonly given: ReadonlyMap<string, GivenSetting>
  /** Whether users other than its owner can read it. */
  readonly isReadableByOthers: boolean
}

/** In the current folder; read when no other file is named. */
const usualName = 'adtally.toml'

const maxBytes = 65_536

const namedBy = '--config (or ADTALLY_CONFIG)'

/**
 * Reads the settings file: the one that the flag names, else `ADTALLY_CONFIG`, else `adtally.toml` in the current
 * folder.
 *
 * @returns null when no file is named and there is none in the current folder
 * @throws ConfigError naming the file and line of every setting that cannot be used
 */
export async function readSettingsFile(
  flag: string | undefined,
  { env, cwd }: { readonly env: Environment; readonly cwd: string },
): Promise<SettingsFile | null> {
  const wanted = flag || env.ADTALLY_CONFIG
  const path = resolve(cwd, wanted || usualName)
  const shown = wanted || usualName
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => error)
  if (found instanceof Error) {
    if (!wanted && found.code === 'ENOENT') return null
    throw new ConfigError(`${namedBy}: ${shown} cannot be read (${found.code})`)
  }
  if (!found.isFile()) throw new ConfigError(`${namedBy}: ${shown} is not a file`)
  if (found.size > maxBytes) {
    throw new ConfigError(`${shown} has more than ${maxBytes} bytes, which settings never need`)
  }
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new ConfigError(`${namedBy}: ${shown} cannot be read (${cause.code})`, { cause })
  })
  const { given, faults } = readGiven(await parseToml(text), allSettings, dirname(path))
  const lines = faults.map(({ line, fault }) => `${shown}:${line}: ${fault}`)
  if (lines.length === 1) throw new ConfigError(lines[0]!)
  if (lines.length > 1) {
    throw new ConfigError(`${shown} has ${lines.length} faults:`, { details: lines })
  }
  return { path, given, isReadableByOthers: (found.mode & 0o044) !== 0 }
}
