import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { ConfigError } from '../config/settings.ts'
import type { RateFile } from '../currencies/rate-file.ts'
import type { Shell } from './shell.ts'

/** Reads the file of `--rates`. @throws ConfigError when it cannot be read */
export async function readRateFile({ cwd }: Shell, name: string): Promise<RateFile> {
  try {
    return { name, text: await readFile(resolve(cwd, name), 'utf8') }
  } catch (error) {
    throw new ConfigError(
      `--rates: ${name} cannot be read (${(error as NodeJS.ErrnoException).code})`,
    )
  }
}
