import { packCountry, packedCountries } from '../values/country.ts'
import { notInCohorts } from './rest-names.ts'

/** The names of labels whose code follows from the name, at the index of their code. */
const packedNames = {
  country: packedCountries,
  /** A whole number, or that of rows without one. */
  number: [...Array.from({ length: 3_651 }, (_, number) => String(number)), notInCohorts],
} as const satisfies Record<string, readonly string[]>

export type PackedCode = keyof typeof packedNames

export const isPacked = (code: PackedCode | number): code is PackedCode => typeof code === 'string'

/** The code of rows without an age. */
export const noAge = packedNames.number.length - 1

/** All names, at the index of their code. */
export const namesOfPacked = (code: PackedCode): readonly string[] => packedNames[code]

/** The code of a name; null when it has none. */
export function packedCodeOf(code: PackedCode, name: string): number | null {
  if (code === 'number' && name === notInCohorts) return noAge
  const found = code === 'country' ? packCountry(name) : Number(name)
  return packedNames[code][found] === name ? found : null
}

/** The code of a column of names, as SQL has it. */
export const packedInSql: Readonly<Record<PackedCode, (column: string) => string>> = {
  country: (name) => `(ascii(${name}) - 65) * 26 + ascii(${name}[2]) - 65`,
  number: (name) => name,
}
