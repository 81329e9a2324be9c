import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Tests that take more than ten seconds, the longest first. */
const long = [
  'test/soak/crash.test.ts',
  'test/cluster/clickhouse-figures.test.ts',
  'test/cluster/migrate-store.test.ts',
  'test/cluster/pullers-side-by-side.test.ts',
  'test/soak/pull-crash.test.ts',
  'test/connections/fault-list.test.ts',
  'test/connections/changes.test.ts',
  'test/contracts/duckdb.test.ts',
  'test/property/report-answers.property.test.ts',
  'test/cli/serve.test.ts',
  'test/cli/demo-networks.test.ts',
  'test/cli/watch.test.ts',
  'test/sources/every-source.test.ts',
]

/**
 * Begins with the tests that take longest, and ends with the integration tests, which have many short files:
 * a long one that begins last leaves processors idle.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const places = new Map(long.map((path, index) => [path, index - long.length]))
    const placeOf = ({ moduleId }: TestSpecification) =>
      places.get(relative(this.ctx.config.root, moduleId)) ?? 0
    const byProject = Map.groupBy(sorted, ({ project }) => project)
    const isLast = (name: string) => Number(name === 'integration')
    return [...byProject]
      .sort(([one], [other]) => isLast(one.name) - isLast(other.name))
      .flatMap(([, ofProject]) => ofProject.sort((one, other) => placeOf(one) - placeOf(other)))
  }
}
