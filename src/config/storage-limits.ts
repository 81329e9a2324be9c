import { ConfigError, type Environment } from './settings.ts'

/** How much of a machine the stores in files may use. */
export interface StorageLimits {
  /** Memory of the engine, in bytes; null for half of what the process may have. */
  readonly memoryBytes: number | null
  /** Disk for what the engine does not keep in memory, in bytes; null for half of what is free. */
  readonly spillBytes: number | null
  /** Memory for what is kept to answer from, in bytes; null for a quarter of the machine's, at most 1 GB. */
  readonly answerBytes: number | null
  /** Disk that an import leaves free, in bytes. */
  readonly freeSpaceBytes: number
}

const units: Readonly<Record<string, number>> = { KB: 1_000, MB: 1_000_000, GB: 1_000_000_000 }

export const usualLimits: StorageLimits = Object.freeze({
  memoryBytes: null,
  spillBytes: null,
  answerBytes: null,
  freeSpaceBytes: 256 * units.MB!,
})

/** @throws ConfigError naming the variable that cannot be used */
export function readStorageLimits(env: Environment): StorageLimits {
  return Object.freeze({
    memoryBytes: bytes('ADTALLY_MEMORY_LIMIT', env.ADTALLY_MEMORY_LIMIT),
    spillBytes: bytes('ADTALLY_SPILL_LIMIT', env.ADTALLY_SPILL_LIMIT),
    answerBytes: bytes('ADTALLY_ANSWER_MEMORY', env.ADTALLY_ANSWER_MEMORY),
    freeSpaceBytes:
      bytes('ADTALLY_FREE_SPACE', env.ADTALLY_FREE_SPACE) ?? usualLimits.freeSpaceBytes,
  })
}

function bytes(variable: string, text: string | undefined): number | null {
  if (!text) return null
  const [, count, unit = ''] = /^(\d{1,6})(KB|MB|GB)$/.exec(text) ?? []
  if (count !== undefined) return Number(count) * units[unit]!
  throw new ConfigError(`${variable}: "${text}" is not a size such as 512MB or 8GB`)
}
