import { engineMemory, size } from './kinds.ts'
import { named, readSettings, setting } from './setting.ts'
import type { Environment } from './settings.ts'

/** How much of a machine the stores in files may use. Null is what the text of a setting's default says. */
export type StorageLimits = ReturnType<typeof readStorageLimits>

export const storageSettings = named({
  freeSpace: setting(size, 256_000_000, 'disk that an import leaves free', {
    defaultText: '256MB',
  }),
  memoryLimit: setting(engineMemory, null, 'memory of the engine, DuckDB', {
    defaultText: 'half of what the process may use',
  }),
  spillLimit: setting(size, null, 'disk in `work/` for what does not fit in memory', {
    defaultText: 'half of what is free at the start, at most `16GB`',
  }),
  answerMemory: setting(
    size,
    null,
    'figures and finished answers kept in memory, to answer from; `0MB` keeps nothing',
    { defaultText: 'half of `memory-limit`, at most `1GB`' },
  ),
})

export const usualLimits = readStorageLimits({})

/** @throws ConfigError naming the variable that cannot be used */
export function readStorageLimits(env: Environment) {
  const { freeSpace, memoryLimit, spillLimit, answerMemory } = readSettings(storageSettings, env)
  return Object.freeze({
    memoryBytes: memoryLimit,
    spillBytes: spillLimit,
    answerBytes: answerMemory,
    freeSpaceBytes: freeSpace,
  })
}
