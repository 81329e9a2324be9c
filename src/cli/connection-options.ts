import type { Command } from 'commander'
import { readWholeNumber } from '../config/settings.ts'
import { scheduleBounds, type Weekday, weekdays } from '../connections/connection.ts'
import type { Booking } from '../values/booking.ts'
import { type CommandText, dataCommand, type JsonOptions } from './data-command.ts'

/** How a connection is pulled. */
export interface ScheduleOptions {
  readonly booking?: Booking
  readonly readyHours?: string
  readonly rereadDays?: string
  readonly sweepDays?: string
  readonly sweepWeekday?: Weekday | 'any'
}

/** A range of days. */
export interface DaysOptions extends JsonOptions {
  readonly startDate?: string
  readonly endDate?: string
}

/** The arguments of a command on a connection. */
export const ofConnection = { username: 'the account', name: 'name of the connection' }

export const connectionCommand = (text: CommandText): Command =>
  dataCommand(text)
    .argument('<username>', ofConnection.username)
    .argument('<name>', ofConnection.name)

export const daysOfOptions = ({ startDate, endDate }: DaysOptions) => ({
  ...(startDate !== undefined && { startDate }),
  ...(endDate !== undefined && { endDate }),
})

export const withPullOptions = (command: Command): Command =>
  command
    .option(
      '--booking <how>',
      "auto, add, counted or report: how a mediation's figures count beside those of others",
    )
    .option(
      '--ready-hours <n>',
      `hours from the end of a day until it is fetched, ${upTo('readyHours')}`,
    )
    .option('--reread-days <n>', `days that are fetched again every day, ${upTo('rereadDays')}`)
    .option('--sweep-days <n>', `days that are fetched again every week, ${upTo('sweepDays')}`)
    .option('--sweep-weekday <day>', `when these are: ${weekdays.join(', ')} or any`)

const upTo = (name: keyof typeof scheduleBounds): string =>
  `0 to ${scheduleBounds[name]}, or default`

/** @throws ConfigError naming the option */
export const pullFieldsOf = ({ booking, sweepWeekday, ...options }: ScheduleOptions) => ({
  ...(booking !== undefined && { booking }),
  ...given(options, 'readyHours', '--ready-hours'),
  ...given(options, 'rereadDays', '--reread-days'),
  ...given(options, 'sweepDays', '--sweep-days'),
  ...(sweepWeekday !== undefined && { sweepWeekday }),
})

/** A number of the schedule, null for the connector's; nothing when it is not given. */
function given<Name extends keyof typeof scheduleBounds>(
  options: Pick<ScheduleOptions, Name>,
  name: Name,
  option: string,
): { readonly [Given in Name]?: number | null } {
  const text = options[name]
  if (text === undefined) return {}
  const value = text === 'default' ? null : readWholeNumber(option, text, 0, scheduleBounds[name])
  return { [name]: value } as { readonly [Given in Name]?: number | null }
}
