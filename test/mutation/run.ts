import { Stryker } from '@stryker-mutator/core'
import { useTemporaryFolder } from '../temporary-folder.ts'
import { areas } from './areas.ts'
import { addSqlMutator } from './sql-mutator.ts'

// Mutants of one run get the same cases.
process.env.ADTALLY_PROPERTY_SEED ??= '1'
useTemporaryFolder()
await addSqlMutator()

/** Areas to run; all when none is named. */
const chosen = process.argv.slice(2)
for (const name of chosen.length > 0 ? chosen : Object.keys(areas)) {
  const area = areas[name]
  if (!area) throw new Error(`Unknown area "${name}". Known: ${Object.keys(areas).join(', ')}`)
  process.env.ADTALLY_MUTATION_AREA = name
  console.log(`\n${name}`)
  await new Stryker({
    mutate: [...area.mutate],
    mutator: { excludedMutations: [...(area.excluded ?? [])] },
    testRunner: 'vitest',
    vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
    concurrency: Number(process.env.ADTALLY_MUTATION_WORKERS ?? 1),
    ignorePatterns: ['/bench', '/data', '/demo-data', '/deploy', '/docs', '/web'],
    tempDirName: '.mutation/sandboxes',
    reporters: ['progress-append-only', 'clear-text', 'json', 'html'],
    clearTextReporter: { logTests: false, allowColor: false, reportTests: false },
    jsonReporter: { fileName: `.mutation/${name}.json` },
    htmlReporter: { fileName: `.mutation/${name}.html` },
    timeoutMS: 60_000,
    thresholds: { high: 95, low: 90, break: 90 },
  }).runMutationTest()
}
