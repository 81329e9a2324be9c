import type { Command } from 'commander'
import { ConfigError, readWholeNumber } from '../config/settings.ts'
import { scheduleBounds, weekdays } from '../connections/connection.ts'
import type { GivenSchedule } from '../use-cases/connections/given-schedule.ts'
import type { Booking } from '../values/booking.ts'
import { kebabCase } from '../values/letter-case.ts'
import { fieldsOf, type TakenValue, takes } from './command-fields.ts'
import { type CommandText, dataCommand } from './data-command.ts'

/** The arguments of a command on a connection. */
export const ofConnection = { username: 'the account', name: 'name of the connection' }

export const connectionCommand = (text: CommandText): Command =>
  dataCommand(text)
    .argument('<username>', ofConnection.username)
    .argument('<name>', ofConnection.name)

const daysOrHours = (name: keyof typeof scheduleBounds, about: string): TakenValue =>
  takes('<n>', `${about}, 0 to ${scheduleBounds[name]}, or default`, {
    read: (text) =>
      text === 'default'
        ? null
        : readWholeNumber(`--${kebabCase(name)}`, text, 0, scheduleBounds[name]),
  })

/** How a connection is pulled. */
export const scheduleOptions = {
  booking: takes(
    '<how>',
    "auto, add, counted or report: how a mediation's figures count beside those of others",
  ),
  depth: takes('<on|off>', 'whether details are fetched too, where the network tells them', {
    read: (text) => {
      if (text === 'on' || text === 'off') return text === 'on'
      throw new ConfigError(`--depth: ${JSON.stringify(text)} is not accepted: on or off`)
    },
  }),
  readyHours: daysOrHours('readyHours', 'hours from the end of a day until it is fetched'),
  rereadDays: daysOrHours('rereadDays', 'days that are fetched again every day'),
  sweepDays: daysOrHours('sweepDays', 'days that are fetched again every week'),
  sweepWeekday: takes('<day>', `when these are: ${weekdays.join(', ')} or any`),
}

/** @throws ConfigError naming the option */
export const scheduleOf = (options: object) =>
  fieldsOf<GivenSchedule & { readonly booking?: Booking; readonly depth?: boolean }>(
    scheduleOptions,
    options,
  )
