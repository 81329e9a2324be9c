/** Schemas by their titles. */
type Schemas = Record<string, object>

/**
 * Moves every schema with a title to the components, and leaves a reference in its place.
 *
 * @throws Error when two different schemas have one title
 */
export function componentsOf<Document>(document: Document): {
  document: Document
  schemas: Schemas
} {
  const found = new Map<string, object>()
  const schemas: Schemas = {}

  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null) return value
    const { title } = value as { readonly title?: unknown }
    if (typeof title !== 'string') return members(value)
    const known = found.get(title)
    if (known === undefined) {
      found.set(title, value)
      schemas[title] = members(value)
    } else if (known !== value) throw new Error(`Two schemas are called ${title}.`)
    return { $ref: `#/components/schemas/${title}` }
  }
  const members = (value: object): object =>
    Object.fromEntries(
      Object.entries(value)
        .filter(([name, member]) => name !== 'title' || typeof member !== 'string')
        .map(([name, member]) => [name, name === 'example' ? member : walk(member)]),
    )
  return { document: walk(document) as Document, schemas }
}
