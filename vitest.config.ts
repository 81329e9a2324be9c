import { configDefaults, defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    reporters: ['default', './test/closing-line.ts'],
    include: ['src/**/*.test.ts', 'web/src/**/*.test.ts', 'test/**/*.test.ts'],
    // These need servers: vitest.cluster.config.ts runs them.
    exclude: [...configDefaults.exclude, 'test/cluster/**'],
    // One less is usual, which on two processors leaves one idle.
    maxWorkers: '100%',
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
