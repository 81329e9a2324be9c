import type { OpenCause } from '../../alerts/episodes.ts'
import { withoutOthers } from '../../alerts/finding.ts'
import type { AlertRule } from '../../alerts/rule.ts'
import { type Message, messageId } from '../../messages/message.ts'
import type { Account } from '../../publishers/account.ts'
import { ownerOf } from '../../publishers/user.ts'
import { dayOf, formatDay } from '../../values/day.ts'
import { formatMicros } from '../../values/decimal.ts'
import { formatInstant } from '../../values/instant.ts'
import { citeQuestion } from '../report/cite-question.ts'
import type { Services } from '../services.ts'
import { describeAlert, endText } from './describe-alert.ts'
import type { RuleScope } from './look-reader.ts'
import { nameSubjects } from './name-subjects.ts'

/** A cause that is told, or whose end is. */
export interface ToldCause {
  readonly rule: Pick<AlertRule, 'name' | 'kind'>
  readonly cause: OpenCause
  readonly hasEnded: boolean
  /** The look that tells it. */
  readonly atMs: number
  /** The state of the figures then; null where it is not known. */
  readonly state: { readonly generation: number; readonly entry: number } | null
  /** What its rule looks at; null for all. */
  readonly scope: Pick<RuleScope, 'apps' | 'networks' | 'countries'> | null
}

/** The messages of causes. The same cause has the same ids, however often they are made. */
export async function alertMessages(
  services: Pick<Services, 'apps' | 'baseUrl'>,
  account: Account,
  told: readonly ToldCause[],
): Promise<Message[]> {
  const { nameOf, appIdOf } = await nameSubjects(
    services,
    account,
    told.map(({ cause }) => cause.finding),
    told.flatMap(({ scope }) => scope?.apps ?? []),
  )
  return told.flatMap((one) => {
    const { rule, cause, hasEnded, atMs } = one
    const { subject } = cause.finding
    const isOfApp = subject.of === 'app_id'
    // Users who see this app alone get it too.
    const finding = isOfApp ? withoutOthers(cause.finding) : cause.finding
    const { title, text } = describeAlert(rule.kind, finding, account.currency, nameOf)
    const citation = hasEnded ? null : citationOf(one, account, appIdOf)
    const link = citation === null ? '' : `\n\nThe figures: ${services.baseUrl()}${citation}`
    const message: Omit<Message, 'id' | 'type'> = {
      accountId: account.id,
      madeAtMs: atMs,
      data: {
        account: account.username,
        rule: rule.name,
        kind: rule.kind,
        ...factsOf(cause, appIdOf),
        title,
        citation,
      },
      subject: hasEnded ? `Ended: ${title}` : title,
      text: hasEnded ? `${title}: ${endText(rule.kind)}` : `${text}${link}`,
      rich: null,
      app: isOfApp ? (subject.key as number) : null,
      channel: null,
    }
    const place = [account.id, rule.name, cause.cause, cause.sinceMs] as const
    const type = hasEnded ? 'alert.resolved' : 'alert.fired'
    const told = { ...message, type, id: messageId(type, ...place) } as const
    if (hasEnded || rule.kind !== 'missing_report') return [told]
    return [told, { ...message, type: 'report.missing', id: messageId('report.missing', ...place) }]
  })
}

/** A cause as JSON has it: amounts are exact decimals. */
export function factsOf(
  { sinceMs, firedAtMs, finding }: OpenCause,
  appIdOf: (key: number) => string | null,
) {
  const { subject, days } = finding
  const amount = (micros: bigint | null) => (micros === null ? null : formatMicros(micros))
  return {
    subject: subject.of,
    value: subject.of === 'app_id' ? appIdOf(subject.key as number) : subject.key,
    dates: days.map(formatDay),
    revenue: amount(finding.revenueMicros),
    expected_revenue: amount(finding.expectedMicros),
    ecpm: amount(finding.ecpmMicros),
    expected_ecpm: amount(finding.expectedEcpmMicros),
    goal: amount(finding.goalMicros ?? null),
    since: formatInstant(sinceMs),
    fired_at: firedAtMs === null ? null : formatInstant(firedAtMs),
  }
}

function citationOf(
  { rule, cause, atMs, state, scope }: ToldCause,
  account: Account,
  appIdOf: (key: number) => string | null,
): string | null {
  const { subject, days } = cause.finding
  if (state === null || days.length === 0 || rule.kind === 'missing_report') return null
  const value = subject.of === 'app_id' ? appIdOf(subject.key as number) : subject.key
  const question = {
    start_date: formatDay(days[0]!),
    end_date: formatDay(days.at(-1)!),
    metrics: ['revenue', 'impressions', 'ecpm'],
    ...(scope?.apps && { app_id: scope.apps.flatMap((key) => appIdOf(key) ?? []) }),
    ...(scope?.networks && { network: scope.networks }),
    ...(scope?.countries && { country: scope.countries }),
    ...(subject.of !== 'total' && value !== null && { [subject.of]: [value] }),
  }
  const owner = ownerOf(account)
  // Users who see this app alone may open it.
  const reader = subject.of === 'app_id' ? { ...owner, apps: [subject.key as number] } : owner
  return citeQuestion(question, reader, state, dayOf(atMs))
}
