import type { ClickHouseSettings } from '@clickhouse/client'
import type { ClickhouseOptions } from './clickhouse-options.ts'

/**
 * Most replicas confirm each file of rows. One that went away a moment ago is not waited for longer
 * than this; later the server refuses at once.
 */
const quorum: ClickHouseSettings = {
  insert_quorum: 'auto',
  insert_quorum_parallel: 0,
  insert_quorum_timeout: 15_000,
}

/** How the nodes are to run a statement. */
export function settingsOf(
  use: 'read' | 'insert' | 'command',
  { cluster, replicated, readTimeoutMs }: Required<ClickhouseOptions>,
): ClickHouseSettings {
  if (use === 'command') return {}
  if (use === 'insert') {
    return {
      // A file may hold days of many years.
      max_partitions_per_insert_block: '0',
      ...(cluster !== null && { distributed_foreground_insert: 1 }),
      ...(replicated && quorum),
    }
  }
  return {
    max_execution_time: Math.ceil(readTimeoutMs / 1_000),
    // So an error in the midst of an answer comes instead of it, and not within.
    wait_end_of_query: 1,
    // The primary key leaves few rows to be read twice for: see docs/decisions/0005.
    optimize_move_to_prewhere: 0,
    // A question may name every app of an account.
    max_query_size: '16777216',
    // A total may have its column's name.
    prefer_column_name_to_alias: 1,
    output_format_json_quote_64bit_integers: 1,
    ...(cluster !== null && { optimize_skip_unused_shards: 1 }),
    // A replica that has not heard of an entry yet must not answer as if it had none.
    ...(replicated && { select_sequential_consistency: '1' }),
  }
}
