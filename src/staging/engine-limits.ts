/** How much DuckDB may use of a machine; the engine's own choice where absent. */
export interface EngineLimits {
  /** Memory, such as `2GB`. */
  readonly memoryLimit?: string
  /** Disk for what does not fit into memory, such as `10GB`. */
  readonly spillLimit?: string
}

/** Settings of every DuckDB database. The engine never fetches extensions from the network. */
export const engineSettings = ({ memoryLimit, spillLimit }: EngineLimits) => ({
  ...{ autoinstall_known_extensions: 'false', autoload_known_extensions: 'false' },
  ...(memoryLimit && { memory_limit: memoryLimit }),
  ...(spillLimit && { max_temp_directory_size: spillLimit }),
})
