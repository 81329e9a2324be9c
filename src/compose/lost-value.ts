import type { SealedValue } from '../records/sealed-values.ts'
import { shellWord } from '../values/shell-word.ts'

/** A value that the secret does not open: its name, and the command that replaces it. */
export interface LostValue {
  readonly name: string
  readonly command: string
}

export function describeLost(value: SealedValue): LostValue {
  switch (value.kind) {
    case 'api key':
      return {
        name: `The API key ${value.name} of ${value.account}`,
        command: `adtally keys rotate ${value.account} ${shellWord(value.name)}`,
      }
    case 'second factor':
      return {
        name: `The second factor of ${value.user}`,
        command: `adtally users reset-second-factor ${value.user}`,
      }
    case 'signing key':
      return {
        name: `The key that ${value.account} signs statements with`,
        command: `adtally partners new-key ${value.account}`,
      }
    case 'destination':
      return {
        name: `The address of the destination ${value.name} of ${value.account}`,
        command: `adtally destinations remove ${value.account} ${shellWord(value.name)}`,
      }
    case 'channel':
      return {
        name: `The address of the channel ${value.name} of ${value.account}`,
        command: `adtally channels remove ${value.account} ${shellWord(value.name)}`,
      }
    case 'credential':
      return {
        name: `The field ${value.field} of the connection ${value.connection} of ${value.account}`,
        command: `adtally connections change ${value.account} ${shellWord(value.connection)}`,
      }
  }
}

/** Says which value could not be decrypted, and which command replaces it. */
export function lossLine(value: SealedValue): string {
  const { name, command } = describeLost(value)
  return `${name} could not be decrypted, and stays as it was. Replace it: ${command}`
}
