import type { Reporter, TestModule } from 'vitest/node'
import { seed } from './property/seed.ts'

/** Prints the number of tests in one machine-readable line at the end of a run. */
export default class ClosingLine implements Reporter {
  onTestRunStart(): void {
    console.log(`Property tests use seed ${seed}; ADTALLY_PROPERTY_SEED=${seed} repeats them.`)
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 }
    for (const module of modules) {
      for (const test of module.children.allTests()) counts[test.result().state]++
      // A file that cannot be loaded has no tests to count.
      if (module.state() === 'failed' && module.errors().length > 0) counts.failed++
    }
    console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
  }
}
