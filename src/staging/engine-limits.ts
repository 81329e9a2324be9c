/** How much DuckDB may use of a machine; the engine's own choice where absent. */
export interface EngineLimits {
  /** Memory, such as `2GB`. */
  readonly memoryLimit?: string
  /** Disk for what does not fit into memory, such as `10GB`. */
  readonly spillLimit?: string
}

/** Settings of every DuckDB database. The engine never fetches extensions from the network. */
export const engineSettings = ({ memoryLimit }: Pick<EngineLimits, 'memoryLimit'>) => ({
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  ...(memoryLimit && { memory_limit: memoryLimit }),
})

const beyondLimits = /^Out of Memory Error|failed to offload data block|could not allocate block/

/** Whether a statement needed more memory and disk than the engine may use. Its message alone tells. */
export const isBeyondLimits = (error: unknown): boolean =>
  error instanceof Error && beyondLimits.test(error.message)
