/** Whether `.ci/nightly` runs the tests: then what CI runs once runs in every variant. */
export const isNight = process.env.ADTALLY_NIGHTLY === '1'

/** The numbers of ClickHouse's shards that long tests run with. Two can fail in more ways than one. */
export const shardCounts: readonly (1 | 2)[] = isNight ? [1, 2] : [2]
