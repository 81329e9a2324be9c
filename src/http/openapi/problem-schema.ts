import { type TSchema, Type } from 'typebox'
import { type ProblemCode, problems } from '../answer/problems.ts'
import { component, count, nullable, text } from './members.ts'

const place = Type.Object({
  file: text(),
  line: Type.Optional(nullable(count())),
  column: Type.Optional(text()),
  value: Type.Optional(nullable(text())),
  accepts: Type.Optional(text()),
})

/** The body of every error; see problems.ts. */
export const problemSchema = component(
  'Problem',
  {
    type: Type.String({ pattern: '^urn:adtally:problem:' }),
    title: text('The kind of error.'),
    status: count('The HTTP status.'),
    detail: text('What is wrong, and what is accepted.'),
    message: text('The same as `detail`.'),
    code: text('Stable, unlike the texts.'),
    request_id: text("The request in the server's log."),
    errors: Type.Optional(
      Type.Array(Type.Object({ parameter: text(), message: text() }), {
        description: 'Every bad parameter.',
      }),
    ),
    refusal: Type.Optional(
      Type.Object(
        { code: text(), details: Type.Array(text()), places: Type.Array(place) },
        { description: 'Why an import or undo was refused, and where the faults are.' },
      ),
    ),
  },
  'An error, as RFC 9457 has it.',
)

/** Every route may answer these. */
export const problemsOfAll: readonly ProblemCode[] = [
  'bad_request',
  'request_timeout',
  'head_too_large',
  'internal_error',
  'store_unavailable',
  'overloaded',
  'shutting_down',
]

/** Routes that need a key may answer these too; `bad_parameters` where a credential is repeated. */
export const problemsOfKeys: readonly ProblemCode[] = [
  'bad_parameters',
  'unauthorized',
  'forbidden',
  'rate_limited',
]

/** An answer for each status that one of the problems has. */
export function problemResponses(codes: readonly ProblemCode[]): Record<string, object> {
  const byStatus = Map.groupBy(new Set(codes), (code) => problems[code].status)
  const sorted = [...byStatus].sort(([a], [b]) => a - b)
  return Object.fromEntries(
    sorted.map(([status, ofStatus]) => [
      status,
      {
        description: ofStatus.map((code) => `\`${code}\`: ${problems[code].title}.`).join(' '),
        content: { 'application/problem+json': { schema: problemOf(ofStatus) } },
      },
    ]),
  )
}

const problemOf = (codes: readonly ProblemCode[]): TSchema =>
  Type.Unsafe({ allOf: [problemSchema, { properties: { code: { enum: codes } } }] })
