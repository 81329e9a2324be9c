import { type CellRule, patternRule } from '../../values/cell-rule.ts'
import { countryAccepts, isCountry } from '../../values/country.ts'
import { dayAccepts, parseDay } from '../../values/day.ts'
import { instantAccepts, parseInstant } from '../../values/instant.ts'

export const idRule = (required: boolean): CellRule =>
  patternRule(
    required,
    /^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$/,
    'letters, digits, dots, colons, hyphens and underscores, at most 64',
  )

export const nameRule = (required: boolean): CellRule =>
  patternRule(required, /^[^\p{Cc}]{1,200}$/u, 'at most 200 characters on one line')

export const textRule: CellRule = patternRule(
  false,
  /^[^\0]{1,10000}$/su,
  'at most 10000 characters',
)

export const urlRule: CellRule = {
  required: false,
  accepts: 'an http or https URL of at most 2000 characters',
  isAccepted: (value) =>
    value.length <= 2_000 && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
}

export const instantRule = (required: boolean): CellRule => ({
  required,
  accepts: instantAccepts,
  isAccepted: (value) => parseInstant(value) !== null,
})

export const dayRule: CellRule = {
  required: false,
  accepts: dayAccepts,
  isAccepted: (value) => parseDay(value) !== null,
}

export const countryRule: CellRule = {
  required: false,
  accepts: countryAccepts,
  isAccepted: isCountry,
}

export const oneOfRule = (values: readonly string[]): CellRule => ({
  required: true,
  accepts: `one of ${values.join(', ')}`,
  isAccepted: (value) => values.includes(value),
})

export const instantOf = (text: string | null): number | null =>
  text === null ? null : parseInstant(text)
