import type { UpgradeProgress } from '../storage/upgrades/migration.ts'

/** Tells an operator how far the upgrade of a store is, and where its copy is. */
export function describeUpgrade(progress: UpgradeProgress): string {
  const { place, migration, position, count, share, copy } = progress
  if (share < 1 || position < count) {
    const percent = Math.floor(share * 100)
    return `Upgrading ${place}: ${migration} (${position} of ${count}), ${percent} %.`
  }
  return `Upgraded ${place}.${copy === null ? '' : ` A copy from before is ${copy}; it is removed after 30 days.`}`
}
