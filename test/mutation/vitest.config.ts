import { configDefaults, defineConfig } from 'vitest/config'
import { areas } from './areas.ts'

/** The tests of one area, for a run by Stryker. */
export default defineConfig({
  test: {
    include: [...areas[process.env.ADTALLY_MUTATION_AREA!]!.tests],
    exclude: configDefaults.exclude,
    setupFiles: './test/property/seed.ts',
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
