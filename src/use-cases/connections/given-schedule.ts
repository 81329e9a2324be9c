import { type TSchema, Type } from 'typebox'
import {
  type OwnSchedule,
  scheduleBounds,
  type Weekday,
  weekdays,
} from '../../connections/connection.ts'
import { refuse } from '../../connections/refusals.ts'
import type { PullRules } from '../../connections/schedule.ts'
import { oneOf, wholeNumber } from '../fields.ts'

const orConnectors = <Schema extends TSchema>(schema: Schema & { readonly description?: string }) =>
  Type.Optional(
    Type.Union([schema, Type.Null()], {
      description: `${schema.description}, or null for the connector's`,
    }),
  )

/** A connection's own schedule. What is absent stays as it is; what is null is the connector's. */
export const scheduleFields = {
  readyHours: orConnectors(wholeNumber(0, scheduleBounds.readyHours)),
  rereadDays: orConnectors(wholeNumber(0, scheduleBounds.rereadDays)),
  sweepDays: orConnectors(wholeNumber(0, scheduleBounds.sweepDays)),
  sweepWeekday: Type.Optional(oneOf([...weekdays, 'any'])),
}

export interface GivenSchedule {
  readonly readyHours?: number | null
  readonly rereadDays?: number | null
  readonly sweepDays?: number | null
  readonly sweepWeekday?: Weekday | 'any'
}

/** A schedule with what is given. */
export function mergeSchedule(own: OwnSchedule, given: GivenSchedule): OwnSchedule {
  const { readyHours = own.readyHours, rereadDays = own.rereadDays } = given
  const { sweepDays = own.sweepDays, sweepWeekday = own.sweepWeekday } = given
  return {
    readyHours,
    rereadDays,
    sweepDays,
    sweepWeekday: sweepWeekday === 'any' ? null : sweepWeekday,
  }
}

/**
 * @param before the schedule that the connection had
 * @throws Refusal `sweep_without_effect` when a weekly sweep is asked for that never is
 */
export function checkSweep(
  { rereadDays, sweepDays }: PullRules,
  own: OwnSchedule,
  before: OwnSchedule,
): void {
  if (sweepDays > rereadDays) return
  const hasNewWeekday = own.sweepWeekday !== null && own.sweepWeekday !== before.sweepWeekday
  if (hasNewWeekday || (own.sweepDays ?? 0) > 0) {
    throw refuse('sweep_without_effect', { sweepDays, rereadDays })
  }
}
