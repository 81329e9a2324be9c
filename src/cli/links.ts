import { readBaseUrl } from '../config/serve.ts'
import { answerFormats } from '../values/answer-format.ts'
import { takes } from './command-fields.ts'
import { questionOf, questionOptions, questionParameters } from './report-options.ts'
import { commandGroup, useCaseCommand } from './run-command.ts'
import type { Shell } from './shell.ts'

interface LinkPaths {
  readonly path: string
  readonly pagePath: string | null
}

/** The options that the report endpoint has no parameter of this kind for. */
const ofAllLinks: readonly string[] = ['start_date', 'end_date', 'days', 'app_id']
const ofReports = questionParameters.filter((name) => !ofAllLinks.includes(name))

const create = useCaseCommand({
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
  arguments: { username: 'the account', name: 'a name for the link' },
  options: {
    startDate: takes('<day>', 'the first day'),
    endDate: takes('<day>', 'the last day'),
    days: takes('<name>', 'instead of both: last_28, previous_month or another name'),
    appId: takes('<app-id>', 'only this app; repeatable', { repeats: true }),
    format: takes('<format>', `${answerFormats.join(', ')} (default: json)`),
    expires: takes('<time>', 'no longer works from this day (UTC) or instant'),
  },
  otherOptions: questionOptions(ofReports),
  complete: (_, __, options) => ({ report: questionOf(options, ofReports) }),
  useCase: async () => (await import('../use-cases/create-link.ts')).createLink,
  toJson: ({ path, pagePath, ...link }, shell) => ({
    ...link,
    ...addressesOf(shell, { path, pagePath }),
  }),
  line: (link, _, shell) => Object.values(addressesOf(shell, link)).join('\n'),
})

function addressesOf({ env }: Shell, { path, pagePath }: LinkPaths) {
  const baseUrl = readBaseUrl(undefined, env) ?? ''
  return {
    url: `${baseUrl}${path}`,
    ...(pagePath !== null && { page_url: `${baseUrl}${pagePath}` }),
  }
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
  [create, list, revoke],
)
