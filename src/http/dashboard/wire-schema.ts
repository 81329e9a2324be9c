import { type Static, Type } from 'typebox'
import { auditActions } from '../../audit/audit-event.ts'
import { platforms } from '../../values/platform.ts'
import { oneOf } from '../openapi/members.ts'
import { dayParameter } from '../parameters/day-range.ts'
import { wholeNumberParameter } from '../parameters/whole-number.ts'

const list = (format: string, description: string) =>
  Type.Optional(Type.Array(Type.String({ format }), { description }))

/** Which rows are looked at. */
export const filters = {
  app_id: Type.Optional(
    Type.Array(Type.String({ minLength: 1 }), { description: 'app ids, separated by commas' }),
  ),
  platform: Type.Optional(
    Type.Array(oneOf(platforms), {
      description: 'ios, android or amazon, separated by commas',
    }),
  ),
  network: list('identifier', 'network identifiers (ownnet,admob), separated by commas'),
  ad_format: list('identifier', 'ad formats (banner,rewarded), separated by commas'),
  country: list('country', 'ISO 3166-1 alpha-2 country codes, separated by commas'),
}

export const filtersQuery = Type.Object(filters)

export type FiltersQuery = Static<typeof filtersQuery>

export const freshnessQuery = Type.Object({
  start_date: dayParameter('the first day'),
  end_date: dayParameter('the last day'),
})

export const connectionsQuery = Type.Object({
  start_date: Type.Optional(dayParameter('the first day whose states are listed')),
  end_date: Type.Optional(dayParameter('the last day whose states are listed')),
})

export const connectionDaysQuery = Type.Object({
  name: Type.String({
    minLength: 1,
    maxLength: 64,
    description: 'the name of a connection, 1 to 64 characters',
  }),
  start_date: dayParameter('the first day'),
  end_date: dayParameter('the last day'),
})

const before = (description: string) =>
  Type.Optional(wholeNumberParameter({ minimum: 1, maximum: 9_999_999_999 }, description))

export const importsQuery = Type.Object({
  before: before('an import id; older entries are listed'),
})

export const auditQuery = Type.Object({
  before: before('an event id; older events are listed'),
  action: Type.Optional(oneOf(auditActions, `one of ${auditActions.join(', ')}`)),
})
