import { configDefaults, defineConfig } from 'vitest/config'
import { useTemporaryFolder } from './test/temporary-folder.ts'

useTemporaryFolder()

const unit = ['{src,web/src}/**/*.test.ts', 'test/{contracts,sql}/**/*.test.ts', 'test/*.test.ts']
const browser = ['test/e2e/**/*.test.ts']
const servers = ['test/cluster/**/*.test.ts']

/** What runs without servers. A test in a new folder is an integration test. */
const embedded = [
  project('unit', unit),
  project('integration', ['test/**/*.test.ts'], [...unit, ...browser, ...servers]),
  project('browser', browser),
]

/** The suites that hold wherever the figures are stored. */
const figureSuites = [
  'test/api/publisher/**/*.test.ts',
  'test/api/v2-publisher/{as-of,changes,freshness,history.*,stats.*}.test.ts',
  'test/import/**/*.test.ts',
  'test/property/{history,partial-and-rates,publisher-figures,v2-figures}.property.test.ts',
]
/** These look into the files of the embedded stores, or have nothing to do with figures. */
const embeddedOnly = ['test/import/{killed,kept-versions,community*,readers,pages}.test.ts']

/** What runs with `--mode servers`: ClickHouse, PostgreSQL and Redis, which the tests start. */
const onServers = [
  project('servers', servers),
  withClickhouse('one-node', figureSuites, 'test/cluster/provide-one-node.ts'),
  withClickhouse('two-shards', figureSuites, 'test/cluster/provide-two-shards.ts'),
]

export default defineConfig(({ mode }) => {
  const timeout = mode === 'servers' ? 120_000 : 60_000
  return {
    test: {
      projects: mode === 'servers' ? onServers : embedded,
      reporters: ['default', './test/closing-line.ts'],
      // One less is usual, which on two processors leaves one idle.
      maxWorkers: '100%',
      setupFiles: './test/property/seed.ts',
      // Loading the engines and the server again for each file took half of the time.
      isolate: false,
      testTimeout: timeout,
      hookTimeout: timeout,
    },
  }
})

function project(name: string, include: string[], exclude: string[] = []) {
  return {
    extends: true as const,
    test: { name, include, exclude: [...configDefaults.exclude, ...exclude] },
  }
}

function withClickhouse(name: string, include: string[], globalSetup: string) {
  const { test, ...rest } = project(name, include, embeddedOnly)
  return { ...rest, test: { ...test, globalSetup } }
}
