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

/** The settings of a statement. */
export function querySettings(
  use: 'read' | 'insert' | 'command',
  { cluster, replicated, readTimeoutMs }: Required<ClickhouseOptions>,
): ClickHouseSettings {
  if (use === 'command') return {}
  if (use === 'insert') {
    return {
      // A file may contain days of many years.
      max_partitions_per_insert_block: '0',
      ...(cluster !== null && { distributed_foreground_insert: 1 }),
      ...(replicated && quorum),
    }
  }
  return {
    max_execution_time: Math.ceil(readTimeoutMs / 1_000),
    // An error then replaces the answer instead of ending it in the middle.
    wait_end_of_query: 1,
    // The primary key already leaves few rows: see docs/decisions/0005.
    optimize_move_to_prewhere: 0,
    // From its fourth run on, a compiled expression compares 128-bit numbers without their sign (26.7).
    compile_expressions: 0,
    // A query may name every app of an account.
    max_query_size: '16777216',
    // A total may have the name of its column.
    prefer_column_name_to_alias: 1,
    output_format_json_quote_64bit_integers: 1,
    ...(cluster !== null && { optimize_skip_unused_shards: 1 }),
    // A replica that lacks an entry must not answer without it.
    ...(replicated && { select_sequential_consistency: '1' }),
  }
}
