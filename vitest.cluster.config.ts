import { defineConfig } from 'vitest/config'

const waits = { testTimeout: 120_000, hookTimeout: 120_000 }

/** The suites that hold wherever the figures lie. */
const figureSuites = [
  'test/api/publisher/**/*.test.ts',
  'test/api/v2-publisher/{as-of,changes,freshness,history.*,stats.*}.test.ts',
  'test/import/**/*.test.ts',
  'test/property/{history,partial-and-rates,publisher-figures,v2-figures}.property.test.ts',
]
/** These look into the files of the embedded stores, or have nothing to do with figures. */
const embeddedOnly = ['test/import/{killed,kept-versions,community*,readers,pages}.test.ts']

const withClickhouse = (name: string, globalSetup: string) => ({
  extends: true as const,
  test: { name, include: figureSuites, exclude: embeddedOnly, globalSetup, ...waits },
})

/** The tests that need servers: ClickHouse, PostgreSQL and Redis. */
export default defineConfig({
  test: {
    reporters: ['default', './test/closing-line.ts'],
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: { name: 'servers', include: ['test/cluster/**/*.test.ts'], ...waits },
      },
      withClickhouse('one node', 'test/cluster/provide-one-node.ts'),
      withClickhouse('two shards', 'test/cluster/provide-two-shards.ts'),
    ],
  },
})
