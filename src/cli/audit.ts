import type { Command } from 'commander'
import type { ActorKind, AuditAction, AuditFacts } from '../audit/audit-event.ts'
import { readWholeNumber } from '../config/settings.ts'
import type { AuditEventView } from '../use-cases/list-audit-events.ts'
import { callUseCase } from './connect.ts'
import { dataCommand, type JsonOptions, jsonOption } from './data-command.ts'
import { printList } from './print.ts'
import type { Shell } from './shell.ts'

interface AuditOptions extends JsonOptions {
  readonly account?: string
  readonly since?: string
  readonly action?: AuditAction
  readonly limit: string
  readonly before?: string
}

/** `adtally audit`: who did what. */
export function auditCommand(shell: Shell): Command {
  return dataCommand({
    name: 'audit',
    summary: 'List who signed in, saw or changed keys, imported, undid and exported.',
    details:
      'Prints the time, action, account, actor, address and details of each event, newest first.',
    examples: ['audit', 'audit --account studio --since 2026-03-01', 'audit --limit 1000 --json'],
  })
    .option('--account <username>', 'only events about this username')
    .option('--since <time>', 'only events since this day (UTC) or instant')
    .option('--action <action>', 'only events of this kind, for example key_rotated')
    .option('--limit <n>', 'number of events, 1 to 10000', '50')
    .option('--before <id>', 'only events with a smaller id')
    .addOption(jsonOption())
    .action(async (options: AuditOptions) => {
      const { account, since, action, limit, before } = options
      const { listAuditEvents } = await import('../use-cases/list-audit-events.ts')
      const events = await callUseCase(shell, options, listAuditEvents, {
        limit: readWholeNumber('--limit', limit, 1, 10_000),
        ...(account !== undefined && { account }),
        ...(since !== undefined && { since }),
        ...(action !== undefined && { action }),
        ...(before !== undefined && {
          before: readWholeNumber('--before', before, 1, 2 ** 32 - 1),
        }),
      })
      printList(shell, options, events, {
        header: ['id', 'time (UTC)', 'action', 'account', 'by', 'address', 'details'],
        toRow,
        whenEmpty: 'No events.',
      })
    })
}

const actors: Readonly<Record<ActorKind, string>> = {
  visitor: 'visitor',
  session: 'dashboard',
  key: 'API key',
  link: 'report link',
  operator: 'command, through the server',
  command: 'command',
  inbox: 'inbox',
  connection: 'connection to a network',
}

const toRow = ({
  id,
  at,
  action,
  account,
  actor,
  name,
  address,
  facts,
}: AuditEventView): string[] => [
  String(id),
  at.slice(0, 19).replace('T', ' '),
  action.replaceAll('_', ' '),
  account ?? '-',
  name === null ? actors[actor] : `${actors[actor]} "${name}"`,
  address ?? '-',
  describe(facts),
]

const describe = (facts: AuditFacts): string =>
  Object.entries(facts)
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${[value].flat().join(', ')}`)
    .join('; ')
