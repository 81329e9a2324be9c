import type { Command } from 'commander'
import { wholeNumber } from '../config/settings.ts'
import type { Booking } from '../connections/connection.ts'
import { type CommandText, dataCommand, type JsonOptions, jsonOption } from './data-command.ts'

/** How a connection is pulled. */
export interface PullOptions {
  readonly booking?: Booking
  readonly rereadDays?: string
}

/** A range of days. */
export interface DaysOptions extends JsonOptions {
  readonly from?: string
  readonly to?: string
}

/** A command on a connection. */
export const named = (text: CommandText): Command =>
  dataCommand(text)
    .argument('<username>', 'the account')
    .argument('<name>', 'name of the connection')

export const withDays = (command: Command, verb: string): Command =>
  command
    .option('--from <day>', `the first day to ${verb}`)
    .option('--to <day>', `the last day to ${verb}`)
    .addOption(jsonOption())

export const daysOf = ({ from, to }: DaysOptions) => ({
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
})

export const withPullOptions = (command: Command): Command =>
  command
    .option(
      '--booking <how>',
      'auto, counted or report: whether a mediation counts, or is compared only',
    )
    .option('--reread-days <n>', 'days that are fetched again every day, 0 to 90')

export const pullFieldsOf = ({ booking, rereadDays }: PullOptions) => ({
  ...(booking !== undefined && { booking }),
  ...(rereadDays !== undefined && {
    rereadDays: wholeNumber('--reread-days', rereadDays, 0, 90),
  }),
})
