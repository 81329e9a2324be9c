import { describeLost } from '../compose/lost-value.ts'
import type { SealedValue } from '../compose/rotate-secret.ts'

/** Says which value could not be decrypted, and which command replaces it. */
export function lossLine(value: SealedValue): string {
  const { name, command } = describeLost(value)
  return `${name} could not be decrypted, and stays as it was. Replace it: ${command}`
}
