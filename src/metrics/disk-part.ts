import { Gauge, type Registry } from 'prom-client'
import type { MetricsPart } from './read-part.ts'

/** The disk of a data directory, in bytes. */
export interface MeasuredDisk {
  readonly freeBytes: number
  readonly sizeBytes: number
  /** By kind. */
  readonly stored: Readonly<Record<string, number>>
  /** When the last backup was completed, in milliseconds since 1970; null when there was none. */
  readonly lastBackupMs: number | null
}

/** The disk of the data directory. */
export function diskPart(registry: Registry, measure: () => Promise<MeasuredDisk>): MetricsPart {
  const registers = [registry]
  const disk = new Gauge({
    name: 'adtally_disk_bytes',
    help: 'The file system of the data directory: its size, and what is free.',
    labelNames: ['part'],
    registers,
  })
  const stored = new Gauge({
    name: 'adtally_stored_bytes',
    help: 'Files of the data directory by kind.',
    labelNames: ['kind'],
    registers,
  })
  const lastBackup = new Gauge({
    name: 'adtally_last_backup_timestamp_seconds',
    help: 'When the last `adtally backup` was completed; 0 when there was none.',
    registers,
  })
  const forget = () => {
    disk.reset()
    stored.reset()
    lastBackup.reset()
  }
  const read = async () => {
    const use = await measure()
    forget()
    disk.set({ part: 'free' }, use.freeBytes)
    disk.set({ part: 'size' }, use.sizeBytes)
    for (const [kind, bytes] of Object.entries(use.stored)) stored.set({ kind }, bytes)
    lastBackup.set((use.lastBackupMs ?? 0) / 1_000)
  }
  return { name: 'disk', read, forget }
}
