import { type Static, Type } from 'typebox'
import { auditActions } from '../../audit/audit-event.ts'
import { dayParameter } from '../parameters/day-range.ts'

const list = (format: string, description: string) =>
  Type.Optional(Type.Array(Type.String({ format }), { description }))

export const breakdowns = ['network', 'format', 'country', 'app', 'platform'] as const

export type Breakdown = (typeof breakdowns)[number]

export const figuresQuery = Type.Object({
  start_date: dayParameter('the first day'),
  end_date: dayParameter('the last day'),
  by: Type.String({
    pattern: `^(${breakdowns.join('|')})$`,
    description: `one of ${breakdowns.join(', ')}`,
  }),
  app_id: Type.Optional(
    Type.Array(Type.String({ minLength: 1 }), { description: 'app ids, separated by commas' }),
  ),
  platform: Type.Optional(
    Type.Array(Type.String({ pattern: '^(ios|android|amazon)$' }), {
      description: 'ios, android or amazon, separated by commas',
    }),
  ),
  network: list('identifier', 'network identifiers (ownnet,admob), separated by commas'),
  format: list('identifier', 'ad formats (banner,rewarded), separated by commas'),
  country: list('country', 'ISO 3166-1 alpha-2 country codes, separated by commas'),
})

export type FiguresQuery = Static<typeof figuresQuery>

export const freshnessQuery = Type.Object({
  start_date: dayParameter('the first day'),
  end_date: dayParameter('the last day'),
})

const before = (description: string) =>
  Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,9}$', description }))

export const importsQuery = Type.Object({
  before: before('an import id; older entries are listed'),
})

export const auditQuery = Type.Object({
  before: before('an event id; older events are listed'),
  action: Type.Optional(
    Type.String({
      pattern: `^(${auditActions.join('|')})$`,
      description: `one of ${auditActions.join(', ')}`,
    }),
  ),
})
