import { statfsSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import type { DataDirectory } from '../config/data-directory.ts'
import type { StorageLimits } from '../config/storage-limits.ts'
import type { EngineLimits } from '../staging/engine-limits.ts'
import type { EngineShare } from '../staging/engine-share.ts'

/** The engine's limits: those that the operator set, else half of what there is, of the disk at most 16 GB. */
export function engineLimits({ root, limits }: DataDirectory): Required<EngineLimits> {
  const { bavail, bsize } = statfsSync(root)
  const spill = limits.spillBytes ?? Math.min((bavail * bsize) / 2, maxSpillBytes)
  return { memoryLimit: toSize(engineBytes(limits)), spillLimit: toSize(spill) }
}

const maxSpillBytes = 16_000_000_000

const engineBytes = ({ memoryBytes }: StorageLimits): number => memoryBytes ?? availableBytes() / 2

/** An import of 20 million rows is hardly faster with more. With less, it spills the rows that it sorted. */
const importBytes = 1_250_000_000

/** The engine's share while a large import runs. */
export function largeImportShare(directory: DataDirectory): EngineShare {
  const { memoryBytes } = directory.limits
  const memory = memoryBytes ?? Math.min(availableBytes() / 2, importBytes)
  return { threads: availableParallelism(), memoryLimit: toSize(memory) }
}

/** Memory for what is kept to answer from. */
export const answerBytes = ({ limits }: DataDirectory): number =>
  limits.answerBytes ?? Math.min(engineBytes(limits) / 2, maxAnswerBytes)

const maxAnswerBytes = 1_000_000_000

/** Without a limit, Node reports one beyond all memory, or none. */
const availableBytes = (): number => Math.min(process.constrainedMemory() || totalmem(), totalmem())

const toSize = (bytes: number): string => `${Math.max(1, Math.floor(bytes / 1_000_000))}MB`
