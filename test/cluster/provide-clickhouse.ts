import type { TestProject } from 'vitest/node'
import { clusterName, startClickhouse } from './clickhouse.ts'
import '../fixtures/given-servers.ts'

/** Has every installation of a run keep its figures in ClickHouse. */
export async function provideClickhouse(project: TestProject, shards: 1 | 2) {
  const servers = await startClickhouse({ shards })
  project.provide('clickhouse', {
    urls: servers.urls,
    cluster: shards === 1 ? null : clusterName,
    replicated: false,
  })
  return () => servers.stop()
}
