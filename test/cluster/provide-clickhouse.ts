import type { TestProject } from 'vitest/node'
import { clusterName, startClickhouse } from './clickhouse.ts'
import '../fixtures/given-servers.ts'

/** Makes every installation of a test run store its figures in ClickHouse. */
export async function provideClickhouse(project: TestProject, shards: 1 | 2) {
  const servers = await startClickhouse({ shards })
  project.provide('clickhouse', {
    urls: servers.urls,
    cluster: shards === 1 ? null : clusterName,
    replicated: false,
  })
  return () => servers.stop()
}
