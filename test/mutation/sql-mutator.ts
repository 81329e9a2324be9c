/** A template literal, as the instrumenter has it. */
interface TemplateLiteral {
  readonly type: string
  readonly quasis: readonly { readonly value: { readonly raw: string } }[]
}

/** The replacement of each piece of SQL. A piece is replaced at one place at a time. */
const replacements: readonly (readonly [found: RegExp, by: string])[] = [
  [/(?<!BETWEEN[^\n]*) AND /g, ' OR '],
  [/ OR /g, ' AND '],
  [/ = /g, ' <> '],
  [/ <> /g, ' = '],
  [/ <= /g, ' < '],
  [/ > /g, ' >= '],
  [/ \+ /g, ' - '],
  [/ - /g, ' + '],
  [/ IS NOT DISTINCT FROM /g, ' = '],
  [/ IS NOT NULL/g, ' IS NULL'],
  [/ IS NULL/g, ' IS NOT NULL'],
  [/ IS NOT TRUE/g, ' IS TRUE'],
  [/ NOT IN /g, ' IN '],
  [/(?<! NOT) IN /g, ' NOT IN '],
  [/\bNOT (?!IN|DISTINCT|NULL|TRUE)/g, ''],
  [/\bSEMI JOIN/g, 'ANTI JOIN'],
  [/\bANTI JOIN/g, 'SEMI JOIN'],
  [/\b(FULL|LEFT) JOIN/g, 'JOIN'],
  [/\bDISTINCT (?!FROM)/g, ''],
  [/\bUNION ALL/g, 'UNION'],
  [/\bWHERE /g, 'WHERE true OR '],
  [/\bsum\(/g, 'max('],
  [/\bmin\(/g, 'max('],
  [/\bmax\(/g, 'min('],
  [/\bcoalesce\(/g, 'nullif('],
  [/ DESC\b/g, ''],
  [/\btrue\b/g, 'false'],
  [/\bfalse\b/g, 'true'],
]

/** Mutates the SQL in template literals, which Stryker would only empty. */
const sqlMutator = {
  name: 'Sql',
  *mutate({ node }: { readonly node: TemplateLiteral }): Generator<TemplateLiteral> {
    if (node.type !== 'TemplateLiteral') return
    for (const [place, quasi] of node.quasis.entries()) {
      for (const raw of mutants(quasi.value.raw)) {
        yield { ...node, quasis: node.quasis.with(place, { ...quasi, value: { raw } }) }
      }
    }
  },
}

function mutants(sql: string): string[] {
  return replacements.flatMap(([found, by]) =>
    [...sql.matchAll(found)].map(
      ({ index, 0: text }) => sql.slice(0, index) + by + sql.slice(index + text.length),
    ),
  )
}

/** Adds the mutator to Stryker, which has no plugins for this. */
export async function addSqlMutator(): Promise<void> {
  const instrumenter = import.meta.resolve('@stryker-mutator/instrumenter')
  const { allMutators } = await import(new URL('mutators/mutate.js', instrumenter).href)
  allMutators.push(sqlMutator)
}
