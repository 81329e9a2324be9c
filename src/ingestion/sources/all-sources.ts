import { digitalTurbine } from './digital-turbine.ts'
import type { NetworkSource } from './source.ts'

/** Every network whose reports are read, by the name that `--source` takes. */
export const sources: ReadonlyMap<string, NetworkSource> = new Map(
  [digitalTurbine].map((source) => [source.name, source]),
)
