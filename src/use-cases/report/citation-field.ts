import { Type } from 'typebox'
import { citationPath, maxCitationCharacters } from './citation.ts'

/** The path or address of a citation. */
export const citationField = Type.String({
  minLength: 1,
  maxLength: maxCitationCharacters + 500,
  description: `the path or address of a citation, such as ${citationPath}…`,
})

/** The text of a citation in a {@link citationField}. */
export const textOfCitation = (address: string): string =>
  address.slice(address.lastIndexOf('/') + 1)
