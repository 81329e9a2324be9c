/** The ClickHouse server that stores the figures. Waiting longer than a timeout is an error. */
export interface ClickhouseOptions {
  /**
   * The nodes, as `http://user:password@host:8123`. If one does not answer, the next is tried.
   * For a cluster without replicas, name one node of every shard.
   */
  readonly urls: readonly string[]
  /** `adtally` when absent. */
  readonly database?: string
  /** The name of the cluster in the nodes' configuration; null for a single node. */
  readonly cluster?: string | null
  /** Whether the shards have replicas. They need Keeper, and macros in the nodes' configuration. */
  readonly replicated?: boolean
  /** For the answer to a query; 10,000 when absent. */
  readonly readTimeoutMs?: number
  /** For an insert of an import's rows; 120,000 when absent. */
  readonly writeTimeoutMs?: number
  /** Queries at the same time; 16 when absent. */
  readonly connections?: number
}
