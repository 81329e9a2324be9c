import type { SealedValue } from '../compose/rotate-secret.ts'
import { shellWord } from '../values/shell-word.ts'

/** Says which value could not be decrypted, and which command replaces it. */
export function lossLine(value: SealedValue): string {
  const cannot = 'could not be decrypted, and stays as it was. Replace it:'
  switch (value.kind) {
    case 'api key':
      return `The API key ${value.name} of ${value.account} ${cannot} adtally keys rotate ${value.account} ${shellWord(value.name)}`
    case 'second factor':
      return `The second factor of ${value.user} ${cannot} adtally users reset-second-factor ${value.user}`
    case 'credential':
      return `The field ${value.field} of the connection ${value.connection} of ${value.account} ${cannot} adtally connections change ${value.account} ${shellWord(value.connection)}`
  }
}
