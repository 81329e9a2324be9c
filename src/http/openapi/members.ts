import {
  type Static,
  type TObject,
  type TProperties,
  type TSchema,
  type TUnsafe,
  Type,
} from 'typebox'

/** A schema that is a component of the document; other schemas refer to it by this name. */
export const component = <Properties extends TProperties>(
  title: string,
  properties: Properties,
  description?: string,
): TObject<Properties> => Type.Object(properties, { title, ...(description && { description }) })

/** `null` where there is none. Types are listed as JSON Schema 2020-12 has them. */
export const nullable = <Schema extends TSchema>(
  schema: Schema,
): TUnsafe<Static<Schema> | null> => {
  const {
    type,
    enum: values,
    title,
  } = schema as Partial<Record<'type' | 'title', string>> & {
    readonly enum?: readonly unknown[]
  }
  if (type === undefined || title !== undefined) {
    return Type.Unsafe<Static<Schema> | null>(Type.Union([schema, Type.Null()]))
  }
  const allowed = values && { enum: [...values, null] }
  return Type.Unsafe<Static<Schema> | null>({ ...schema, type: [type, 'null'], ...allowed })
}

/** One of some texts. */
export const oneOf = <Value extends string>(values: readonly Value[], description?: string) =>
  Type.Unsafe<Value>({ type: 'string', enum: [...values], ...(description && { description }) })

export const text = (description?: string) => Type.String(description ? { description } : {})

export const day = (description?: string) =>
  Type.String({ format: 'date', ...(description && { description }) })

/** With milliseconds, in UTC. */
export const instant = (description?: string) =>
  Type.String({ format: 'date-time', ...(description && { description }) })

export const url = (description?: string) =>
  Type.String({ format: 'uri', ...(description && { description }) })

/** A whole number, exact in JSON; it may be larger than a double holds exactly. */
export const count = (description?: string) => Type.Integer(description ? { description } : {})

export const decimal = (description?: string) => Type.Number(description ? { description } : {})
