import type { UpgradeProgress } from '../storage/upgrades/migration.ts'

/** The progress of a store's upgrade, as a line for the operator. */
export function describeUpgrade(progress: UpgradeProgress): string {
  const { place, migration, position, count, share, copy } = progress
  if (share < 1 || position < count) {
    const percent = Math.floor(share * 100)
    return `Upgrading ${place}: ${migration} (${position} of ${count}), ${percent} %.`
  }
  return `Upgraded ${place}.${copy === null ? '' : ` The copy ${copy}, made before, is removed after 30 days.`}`
}
