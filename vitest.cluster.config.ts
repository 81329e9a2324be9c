import { defineConfig } from 'vitest/config'

/** The tests that need servers: ClickHouse, PostgreSQL and Redis. */
export default defineConfig({
  test: {
    reporters: ['default', './test/closing-line.ts'],
    include: ['test/cluster/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
