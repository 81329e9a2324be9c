import { type TUnsafe, Type } from 'typebox'

interface Bounds {
  readonly minimum: number
  readonly maximum: number
}

/** A whole number in the query. Validation turns its text into a number. */
export const wholeNumberParameter = (bounds: Bounds, description: string): TUnsafe<number> =>
  Type.Unsafe<number>({ type: 'string', [wholeNumberKeyword.keyword]: bounds, description })

/** The validator's keyword for {@link wholeNumberParameter}: digits without a leading zero. */
export const wholeNumberKeyword = {
  keyword: 'wholeNumber',
  type: 'string',
  schemaType: 'object',
  modifying: true,
  validate: (
    { minimum, maximum }: Bounds,
    text: string,
    _parentSchema?: object,
    target?: {
      readonly parentData: Record<string | number, unknown>
      readonly parentDataProperty: string | number
    },
  ): boolean => {
    const number = /^(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : Number.NaN
    if (!(number >= minimum && number <= maximum) || !target) return false
    target.parentData[target.parentDataProperty] = number
    return true
  },
} as const
