import { exact, formatScaled } from '../values/exact.ts'

/** Writes micros as a decimal in major units. */
export const formatMicros = (micros: bigint): string => formatScaled(exact(micros), 6)
