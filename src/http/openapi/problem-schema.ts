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

const networkApp = Type.Object({
  network: text(),
  network_app_id: text("The network's id of the app."),
  name: text(),
  platform: nullable(text('Null when the report does not state it.')),
  is_name_only: Type.Boolean({ description: 'Whether the report has no other id than the name.' }),
  suggestions: Type.Array(text(), { description: 'The app_ids of apps with its name.' }),
})

/** The body of every error; see problems.ts. */
export const problemSchema = component(
  'Problem',
  {
    type: Type.String({
      format: 'uri-reference',
      pattern: '^/docs/problems/',
      description: 'A page of this server about this kind of error.',
    }),
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
        {
          code: text(),
          details: Type.Array(text()),
          places: Type.Array(place),
          network_apps: Type.Optional(
            Type.Array(networkApp, {
              description: 'Apps of networks that have to be linked; the first 500.',
            }),
          ),
        },
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
