import { csvCell } from '../../../src/values/csv.ts'
import { formatMicros } from '../../../src/values/decimal.ts'
import type { WireNumber } from '../api/wire.ts'

/** Lines of cells as CSV (RFC 4180). Null is empty. */
export const csvText = (lines: readonly (readonly (string | null)[])[]): string =>
  lines.map((cells) => `${cells.map((cell) => csvCell(cell ?? '')).join(',')}\r\n`).join('')

/** An amount with all six decimals; null when it is unknown. */
export const amountCell = (micros: WireNumber | null): string | null =>
  micros === null ? null : formatMicros(BigInt(micros))

/** A fraction with up to six decimals; null when it is unknown. */
export const ratioCell = (ratio: number | null): string | null =>
  ratio === null ? null : String(Number(ratio.toFixed(6)))
