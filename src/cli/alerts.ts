import { type RuleKind, ruleKinds, type SubjectName } from '../alerts/rule.ts'
import { readWholeNumber } from '../config/settings.ts'
import type { AlertView } from '../use-cases/alerts/alert-view.ts'
import { takes } from './command-fields.ts'
import { commandGroup, useCaseCommand } from './run-command.ts'

const percent = (option: string, about: string) =>
  takes('<percent>', about, { read: (text) => readWholeNumber(`--${option}`, text, 0, 100) })
const names = (shown: string, about: string) =>
  takes(shown, about, { read: (text) => text.split(',').map((name) => name.trim()) })

const kind = takes('<kind>', ruleKinds.join(', '), { read: (text) => text as RuleKind })

const settings = {
  percent: percent('percent', 'the change that is told'),
  sharePercent: percent('share-percent', 'the least change, of what a usual day earns'),
  subjects: takes('<names>', 'total, network, app_id, country, separated by commas', {
    read: (text) => text.split(',').map((name) => name.trim() as SubjectName),
  }),
  goal: takes('<amount>', "the revenue that a target asks of a month, in the account's currency"),
  apps: names('<app-ids>', 'only these apps, separated by commas'),
  networks: names('<networks>', 'only these networks, separated by commas'),
  countries: names('<countries>', 'only these countries, separated by commas'),
}

const stateOf = ({ resolved_at: ended, acknowledged_at: known }: AlertView): string => {
  if (ended !== null) return 'ended'
  return known === null ? 'open' : 'acknowledged'
}

const table = {
  header: ['id', 'since', 'state', 'alert'],
  toRow: (alert: AlertView) => [
    String(alert.id),
    alert.fired_at ?? alert.since,
    stateOf(alert),
    alert.title,
  ],
}

const list = useCaseCommand({
  name: 'list',
  summary: "List an account's alerts, the newest first.",
  examples: ['alerts list studio'],
  arguments: { username: 'the account' },
  useCase: async () => (await import('../use-cases/alerts/list-alerts.ts')).listAlerts,
  table: { ...table, whenEmpty: () => 'No alerts.' },
})

const acknowledge = useCaseCommand({
  name: 'acknowledge',
  summary: 'Note that you know of an alert.',
  examples: ['alerts acknowledge studio 7'],
  arguments: {
    username: 'the account',
    id: takes('<id>', 'the number of the alert, see adtally alerts list', {
      read: (text) => readWholeNumber('<id>', text, 1, Number.MAX_SAFE_INTEGER),
    }),
  },
  isPlain: true,
  useCase: async () => (await import('../use-cases/alerts/acknowledge-alert.ts')).acknowledgeAlert,
  line: ({ id, title }) => `Alert ${id} is acknowledged: ${title}`,
})

const rules = useCaseCommand({
  name: 'rules',
  summary: 'List the rules of an account.',
  examples: ['alerts rules studio'],
  arguments: { username: 'the account' },
  useCase: async () => (await import('../use-cases/alerts/list-alert-rules.ts')).listAlertRules,
  table: {
    header: ['name', 'kind', 'on', 'percent', 'of a day', 'goal', 'by', 'only'],
    toRow: (rule) => [
      rule.name,
      rule.kind,
      rule.is_on ? 'yes' : 'no',
      String(rule.percent),
      String(rule.share_percent),
      rule.goal ?? '',
      rule.subjects.join(', '),
      [rule.apps, rule.networks, rule.countries].flatMap((only) => only ?? []).join(', '),
    ],
    whenEmpty: () => 'No rules.',
  },
})

const set = useCaseCommand({
  name: 'set',
  summary: 'Add a rule, or replace the one of its name.',
  examples: [
    'alerts set studio drop-in-japan revenue_drop --percent 20 --countries JP --subjects total',
    'alerts set studio ecpm ecpm --percent 40',
    'alerts set studio plan target --goal 250000',
  ],
  arguments: { username: 'the account', name: 'the name of the rule', kind },
  options: settings,
  useCase: async () => (await import('../use-cases/alerts/set-alert-rule.ts')).setAlertRule,
  line: ({ name, kind: of }) => `The rule ${name} (${of}) is set.`,
})

const off = useCaseCommand({
  name: 'remove',
  summary: 'Remove a rule. A default one is as it was again.',
  examples: ['alerts remove studio drop-in-japan'],
  arguments: { username: 'the account', name: 'the name of the rule' },
  isPlain: true,
  useCase: async () => (await import('../use-cases/alerts/remove-alert-rule.ts')).removeAlertRule,
  line: ({ name }) => `The rule ${name} is removed.`,
})

const test = useCaseCommand({
  name: 'test',
  summary: 'Tell what a rule would have told, on the figures as they were.',
  examples: ['alerts test studio revenue_drop --percent 20 --days 90'],
  arguments: { username: 'the account', kind },
  options: {
    ...settings,
    days: takes('<n>', 'how many days back, 1 to 92 (default: 30)', {
      read: (text) => readWholeNumber('--days', text, 1, 92),
    }),
  },
  useCase: async () => (await import('../use-cases/alerts/back-test-rule.ts')).backTestRule,
  line: ({ count, from, to, alerts }) =>
    [
      `It would have told ${count} ${count === 1 ? 'alert' : 'alerts'} from ${from ?? 'never'} to ${to}.`,
      ...alerts.map(({ fired_at: at, title }) => `${at}  ${title}`),
    ].join('\n'),
})

/** `adtally alerts`: what rules found, and the rules. */
export const alertsCommand = commandGroup(
  {
    name: 'alerts',
    summary: 'List alerts, and manage the rules that tell them.',
    examples: ['alerts list studio', 'alerts test studio revenue_drop --days 90'],
  },
  [list, acknowledge, rules, set, off, test],
)
