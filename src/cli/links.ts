import type { Command } from 'commander'
import { readBaseUrl } from '../config/serve.ts'
import type { RelativeDays } from '../reporting/question/relative-days.ts'
import { type AnswerFormat, answerFormats } from '../values/answer-format.ts'
import { callUseCase } from './connect.ts'
import { collectValues, dataCommand, type JsonOptions, jsonOption } from './data-command.ts'
import { printResult } from './print.ts'
import { addQuestionOptions, questionOf, questionParameters } from './report-options.ts'
import { commandGroup, useCaseCommand } from './run-command.ts'
import type { Shell } from './shell.ts'

/** The options that the report endpoint has no parameter of this kind for. The use case checks the values. */
interface LinkOptions extends JsonOptions {
  readonly startDate?: string
  readonly endDate?: string
  readonly days?: RelativeDays
  readonly appId?: string[]
  readonly format?: AnswerFormat
  readonly expires?: string
}

const ofAllLinks: readonly string[] = ['start_date', 'end_date', 'days', 'app_id']
const ofReports = questionParameters.filter((name) => !ofAllLinks.includes(name))

function createCommand(shell: Shell): Command {
  const create = dataCommand({
    name: 'create',
    summary: 'Create a link that shows one report to anyone who has it, and print it.',
    details: `Options are the parameters of the report endpoint, which docs/api/report.md describes.
The link is printed once. A JSON link also has a page for people: its address is the second line.
Without ADTALLY_BASE_URL, only paths are printed: put the address of your server in front.`,
    examples: [
      'links create studio weekly --days last_7 --dimensions network',
      'links create studio sheet --days last_365 --dimensions month,country --metrics revenue --format csv',
      'links create studio march --start-date 2026-03-01 --end-date 2026-03-31 --dimensions app_name,network --format csv',
    ],
  })
    .argument('<username>', 'the account')
    .argument('<name>', 'a name for the link')
    .option('--start-date <day>', 'the first day')
    .option('--end-date <day>', 'the last day')
    .option('--days <name>', 'instead of both: last_28, previous_month or another name')
    .option('--app-id <app-id>', 'only this app; repeatable', collectValues)
    .option('--format <format>', `${answerFormats.join(', ')} (default: json)`)
    .option('--expires <time>', 'no longer works from this day (UTC) or instant')
  return addQuestionOptions(create, ofReports)
    .addOption(jsonOption())
    .action(async (username: string, name: string, options: LinkOptions) => {
      const { startDate, endDate, days, appId, format, expires } = options
      const request = {
        username,
        name,
        ...(startDate !== undefined && { startDate }),
        ...(endDate !== undefined && { endDate }),
        ...(days !== undefined && { days }),
        ...(appId !== undefined && { appId }),
        ...(format !== undefined && { format }),
        ...(expires !== undefined && { expires }),
        report: questionOf(options, ofReports),
      }
      const { createLink } = await import('../use-cases/create-link.ts')
      const { path, pagePath, ...link } = await callUseCase(shell, options, createLink, request)
      const baseUrl = readBaseUrl(undefined, shell.env) ?? ''
      const url = `${baseUrl}${path}`
      const page = pagePath === null ? {} : { page_url: `${baseUrl}${pagePath}` }
      printResult(
        shell,
        options,
        { ...link, url, ...page },
        [url, ...Object.values(page)].join('\n'),
      )
    })
}

const list = useCaseCommand({
  name: 'list',
  summary: "List an account's report links, without their addresses.",
  examples: ['links list studio'],
  arguments: { username: 'the account' },
  useCase: async () => (await import('../use-cases/list-links.ts')).listLinks,
  table: {
    header: ['name', 'shows', 'format', 'created', 'expires'],
    toRow: (link) => [
      link.name,
      Object.entries(link.question)
        .map(([name, value]) => `${name}: ${[value].flat().join(', ')}`)
        .join('; '),
      link.format,
      link.created_at.slice(0, 10),
      link.expires_at === null ? 'never' : link.is_expired ? 'expired' : link.expires_at,
    ],
    whenEmpty: 'No report links.',
  },
})

const revoke = useCaseCommand({
  name: 'revoke',
  summary: 'Revoke a report link. It stops working at once.',
  examples: ['links revoke studio weekly'],
  arguments: { username: 'the account', name: 'name of the link' },
  isPlain: true,
  useCase: async () => (await import('../use-cases/revoke-link.ts')).revokeLink,
  line: (_, { username, name }) => `The report link "${name}" of ${username} is revoked.`,
})

/** `adtally links`: report links. */
export const linksCommand = commandGroup(
  {
    name: 'links',
    summary: 'Manage links that each show one report.',
    examples: [
      'links create studio weekly --days last_7 --dimensions network',
      'links list studio',
    ],
  },
  [createCommand, list, revoke],
)
