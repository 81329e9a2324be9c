import type { FastifyRequest } from 'fastify'
import { type TObject, Type } from 'typebox'
import { identifier } from '../../use-cases/fields.ts'
import { month } from '../../use-cases/money/money-fields.ts'
import { statementId } from '../../use-cases/money/statement-view.ts'
import { camelCase } from '../../values/letter-case.ts'
import { badParameters, type ParameterError, Problem } from '../answer/problems.ts'
import { oneOf, text } from '../openapi/members.ts'
import { type Advice, misplacedParameters } from '../parameters/misplaced-parameters.ts'
import { wholeNumberParameter } from '../parameters/whole-number.ts'
import { queryErrors, queryWithEmptyValues } from '../plugins/read-query.ts'
import { keyCredentials } from './wire-schema.ts'

const monthOf = (description: string) =>
  Type.Optional(Type.String({ format: 'month', description: `${description}, as YYYY-MM` }))

const flag = (description: string) => Type.Optional(oneOf(['true', 'false'], description))

const flags = {
  waiting: flag('`true` lists only lines that wait to be assigned'),
  allow_missing: flag('`true` closes it though networks have not reported all days'),
  dry_run: flag('`true` shows what would change, and changes nothing'),
}

/** So many are named in an answer. */
const maxNamed = 20

/** Of routes without parameters of their own. */
export const noQuery = Type.Object(keyCredentials)

export const monthsQuery = Type.Object({
  ...keyCredentials,
  from: monthOf('the first month'),
  to: monthOf('the last month'),
})

export const journalQuery = Type.Object({
  ...monthsQuery.properties,
  format: Type.Optional(oneOf(['json', 'csv'], 'json or csv; as `Accept` says when absent')),
})

export const linesQuery = Type.Object({
  ...keyCredentials,
  statement: Type.Optional(statementId),
  network: Type.Optional(identifier),
  month: monthOf('a month'),
  waiting: flags.waiting,
  limit: Type.Optional(
    wholeNumberParameter(
      { minimum: 1, maximum: 10_000 },
      'how many lines, 1 to 10000; 1000 when absent',
    ),
  ),
})

export const closeQuery = Type.Object({
  ...keyCredentials,
  allow_missing: flags.allow_missing,
  dry_run: flags.dry_run,
})

/** The same as a JSON body. */
export const closeBody = Type.Object({
  allow_missing: Type.Optional(Type.Boolean()),
  dry_run: Type.Optional(Type.Boolean()),
})

export const statementQuery = Type.Object({
  ...keyCredentials,
  name: Type.Optional(
    Type.String({
      pattern: '^\\P{Cc}{1,255}$',
      description: 'the name of the file, 1 to 255 characters without control characters',
    }),
  ),
  mapping: Type.Optional(
    Type.String({ maxLength: 64, description: 'the name of a bank mapping, 1 to 64 characters' }),
  ),
  dry_run: flags.dry_run,
})

export const monthPath = Type.Object({ month })
export const statementPath = Type.Object({
  id: Type.String({ ...statementId, examples: ['S3'] }),
})
export const linePath = Type.Object({ id: Type.Integer({ examples: [17] }) })

export const part = Type.Object({
  network: text(),
  month: text('As YYYY-MM.'),
  app_id: Type.Optional(text('The whole network when absent.')),
  amount: Type.Optional(text('A decimal; all of the line when absent.')),
})

export const assignBody = Type.Object({
  parts: Type.Array(part, {
    minItems: 1,
    maxItems: 100,
    description: "Their amounts add up to the line's.",
  }),
})

export const termsBody = Type.Object({
  network: text(),
  from: text('The first month, as YYYY-MM.'),
  net_days: Type.Optional(Type.Integer({ minimum: 0, maximum: 365 })),
  minimum: Type.Optional(text('The smallest payment, a decimal.')),
  currency: Type.Optional(text('Of payments, ISO 4217.')),
  fee_percent: Type.Optional(text('A decimal.')),
  fixed_fee: Type.Optional(text('Of a payment, a decimal.')),
  withholding_percent: Type.Optional(text('A decimal.')),
  apps: Type.Optional(
    Type.Union([Type.Array(text(), { minItems: 1, maxItems: 1_000 }), Type.Null()], {
      description: 'The app_ids that statements cover; null for all.',
    }),
  ),
})

const listAdvice: Advice = { otherwise: 'this lists all of the account; filter what you read' }

const rangeAdvice: Advice = {
  ...listAdvice,
  firstDay: 'use from, with a month as YYYY-MM',
  lastDay: 'use to, with a month as YYYY-MM',
  days: 'use from and to, with months as YYYY-MM',
}

/** Values by the names of fields of use cases. */
export type Fields = Readonly<Record<string, unknown>>

/**
 * Reads the parameters of a URL. Unknown ones of a POST are refused, so that a misspelt `dry_run` changes nothing.
 *
 * @throws Problem `bad_parameters` with every invalid parameter
 */
export function readQuery(request: FastifyRequest, schema: TObject): Fields {
  const { developer: _, key: __, ...query } = request.query as Record<string, unknown>
  const advice = 'from' in schema.properties ? rangeAdvice : listAdvice
  const others =
    request.method === 'POST'
      ? unknownParameters(queryWithEmptyValues(request), schema)
      : misplacedParameters(query, schema, advice)
  const errors = [...queryErrors(request), ...others]
  if (errors.length > 0) throw badParameters(errors)
  const own = Object.entries(query).filter(([name]) => Object.hasOwn(schema.properties, name))
  return Object.fromEntries(
    own.map(([name, value]) => [
      camelCase(name),
      Object.hasOwn(flags, name) ? value === 'true' : value,
    ]),
  )
}

/**
 * Reads the members of a JSON body.
 *
 * @throws Problem `bad_request`; `bad_parameters` with every unknown member
 */
export function readBody(body: unknown, schema: TObject): Fields {
  if (!isObject(body)) {
    throw new Problem('bad_request', 'The body must be a JSON object with the parameters.')
  }
  const errors = unknownParameters(body, schema)
  if (errors.length > 0) throw badParameters(errors)
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [camelCase(name), value] as const),
  )
}

/** Reads the parts among members. The use case refuses what is no list of objects. */
export function readParts({ parts, ...others }: Fields): Fields {
  if (!Array.isArray(parts)) return parts === undefined ? others : { ...others, parts }
  const read = parts.map((one) => (isObject(one) ? readBody(one, part) : one))
  return { ...others, parts: read }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function unknownParameters(given: object, { properties }: TObject): ParameterError[] {
  const own = Object.keys(properties).filter((name) => !Object.hasOwn(keyCredentials, name))
  const message = `is unknown; ${own.length === 0 ? 'the URL takes no parameters here' : `accepted are ${own.join(', ')}`}`
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(properties, name))
  return unknown.slice(0, maxNamed).map((name) => ({ parameter: name.slice(0, 100), message }))
}
