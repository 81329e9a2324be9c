import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { yesOrNo } from '../../src/config/kinds.ts'

const script = join(import.meta.dirname, '../../deploy/clickhouse-query.sh')

/** @returns what a statement has for the cluster, and the nodes that it is sent to */
function asked(replicated: string): string {
  const env = {
    ADTALLY_CLICKHOUSE_URL: 'http://a:8123/adtally,http://b:8123/adtally',
    ADTALLY_CLICKHOUSE_CLUSTER: 'studio',
    ADTALLY_CLICKHOUSE_REPLICATED: replicated,
  }
  const show = '. "$0"; printf %s "$on_cluster to $urls"'
  return execFileSync('/bin/sh', ['-euc', show, script], { encoding: 'utf8', env })
}

test.each(['1', 'true', '0', 'false'])(
  'the scripts for backups read ADTALLY_CLICKHOUSE_REPLICATED=%s as Adtally does',
  (text) => {
    const isReplicated = yesOrNo.read(text)
    expect(asked(text)).toBe(
      'value' in isReplicated && isReplicated.value
        ? " ON CLUSTER 'studio' to http://a:8123/adtally"
        : ' to http://a:8123/adtally http://b:8123/adtally',
    )
  },
)
