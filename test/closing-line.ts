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
      // Tests of a file that cannot be loaded, or whose set-up failed, do not run: nothing else would count.
      const suites = [module, ...module.children.allSuites()]
      counts.failed += suites.filter((suite) => suite.errors().length > 0).length
    }
    console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
  }
}
