import type { TSchema } from 'typebox'
import { exampleOf } from './parameter-examples.ts'

/** The formats that parameter schemas name, in keywords that other tools know. */
const knownFormats: Readonly<Record<string, object>> = {
  instant: { format: 'date-time' },
  country: { pattern: '^[A-Za-z]{2}$' },
  identifier: { pattern: '^[A-Za-z0-9_]+$' },
  month: { pattern: '^\\d{4}-\\d{2}$' },
  callback: { pattern: '^[A-Za-z_$][\\w$]*(\\.[A-Za-z_$][\\w$]*)*$', maxLength: 64 },
}

/** The parameters of an object's schema. The key is not among them: it is a security scheme. */
export function toParameters(place: 'path' | 'query' | 'header', schema: unknown): object[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    readonly properties?: Readonly<Record<string, TSchema>>
    readonly required?: readonly string[]
  }
  return Object.entries(properties)
    .filter(([name]) => place !== 'query' || name !== 'key')
    .map(([name, property]) => {
      const { description, ...rest } = property as TSchema & { readonly description?: string }
      const isList = (rest as { readonly type?: string }).type === 'array'
      return {
        name,
        in: place,
        required: place === 'path' || required.includes(name),
        ...(description && { description }),
        ...(isList && { style: 'form', explode: false }),
        schema: asOthersKnow(rest),
        example: exampleOf(name, property),
      }
    })
}

/** A schema without the validator's own formats and keywords. */
export function asOthersKnow(schema: object): object {
  const { utcDay, wholeNumber, format, items, ...rest } = schema as {
    readonly utcDay?: true
    readonly wholeNumber?: object
    readonly format?: string
    readonly items?: object
  }
  return {
    ...rest,
    ...(utcDay && { format: 'date' }),
    ...(wholeNumber && { type: 'integer', ...wholeNumber }),
    ...(format && (knownFormats[format] ?? { format })),
    ...(items && { items: asOthersKnow(items) }),
  }
}
