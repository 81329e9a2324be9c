/** Which ClickHouse stores the figures. Waiting longer than a timeout is an error. */
export interface ClickhouseOptions {
  /**
   * `http://user:password@host:8123` of nodes. When one does not answer, the next is asked.
   * For a cluster without replicas, name one node of every shard.
   */
  readonly urls: readonly string[]
  /** `adtally` when absent. */
  readonly database?: string
  /** The cluster whose shards hold the figures, as the nodes call it; null for a single node. */
  readonly cluster?: string | null
  /** Whether the shards have replicas, which Keeper and the nodes' macros then describe. */
  readonly replicated?: boolean
  /** For the answer to a query; 10,000 when absent. */
  readonly readTimeoutMs?: number
  /** For an insert of an import's rows; 120,000 when absent. */
  readonly writeTimeoutMs?: number
  /** Queries at the same time; 16 when absent. */
  readonly connections?: number
}
