import { readFile } from 'node:fs/promises'
import { ConfigError } from '../config/settings.ts'
import type { RateFile } from '../staging/rates.ts'

/** Reads the file that `--rates` names. @throws ConfigError when it cannot be read */
export async function readRateFile(name: string): Promise<RateFile> {
  try {
    return { name, text: await readFile(name, 'utf8') }
  } catch (error) {
    throw new ConfigError(
      `--rates: ${name} cannot be read (${(error as NodeJS.ErrnoException).code})`,
    )
  }
}
