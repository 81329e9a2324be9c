import type { ActorKind, AuditFacts } from '../audit/audit-event.ts'
import { takes } from './command-fields.ts'
import { beforeOption, limitOption } from './page-options.ts'
import { useCaseCommand } from './run-command.ts'

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

const describe = (facts: AuditFacts): string =>
  Object.entries(facts)
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${[value].flat().join(', ')}`)
    .join('; ')

/** `adtally audit`: who did what. */
export const auditCommand = useCaseCommand({
  name: 'audit',
  summary: 'List who signed in, saw or changed keys, imported, undid and exported.',
  details:
    'Prints the time, action, account, actor, address and details of each event, newest first.',
  examples: ['audit', 'audit --account studio --since 2026-03-01', 'audit --limit 1000 --json'],
  options: {
    account: takes('<username>', 'only events about this username'),
    since: takes('<time>', 'only events since this day (UTC) or instant'),
    action: takes('<action>', 'only events of this kind, for example key_rotated'),
    limit: limitOption('events', 10_000, '50'),
    before: beforeOption('events'),
  },
  useCase: async () => (await import('../use-cases/list-audit-events.ts')).listAuditEvents,
  table: {
    header: ['id', 'time (UTC)', 'action', 'account', 'by', 'address', 'details'],
    toRow: ({ id, at, action, account, actor, name, address, facts }) => [
      String(id),
      at.slice(0, 19).replace('T', ' '),
      action.replaceAll('_', ' '),
      account ?? '-',
      name === null ? actors[actor] : `${actors[actor]} "${name}"`,
      address ?? '-',
      describe(facts),
    ],
    whenEmpty: 'No events.',
  },
})
