import type { Selectable } from 'kysely'
import type { OpenCause } from '../../alerts/episodes.ts'
import type { Finding } from '../../alerts/finding.ts'
import type { AlertRule, RuleKind, RuleSettings } from '../../alerts/rule.ts'
import { usualSettings } from '../../alerts/rule.ts'
import type { AlertRulesTable, AlertsTable } from '../tables/message-tables.ts'

/** A cause as it is stored, told or not. */
export interface StoredAlert extends OpenCause {
  readonly id: number
  /** The name of its rule. */
  readonly rule: string
  readonly kind: RuleKind
  /** Null while it lasts. */
  readonly resolvedAtMs: number | null
  /** The name of the user; null for none, and for a command. */
  readonly acknowledgedBy: string | null
  readonly acknowledgedAtMs: number | null
}

/** Big integers are texts, and are known by their names. */
const isMicros = (name: string): boolean => /Micros$/.test(name)

const write = (value: object): string =>
  JSON.stringify(value, (_name, value) => (typeof value === 'bigint' ? String(value) : value))

const read = (text: string) =>
  JSON.parse(text, (name, value) =>
    isMicros(name) && typeof value === 'string' ? BigInt(value) : value,
  )

export const writeFacts = (kind: RuleKind, finding: Finding): string => write({ kind, finding })

const readFacts = (text: string): { readonly kind: RuleKind; readonly finding: Finding } =>
  read(text)

export const writeSettings = (settings: RuleSettings): string => write(settings)

export function toAlert(row: Selectable<AlertsTable>): StoredAlert {
  const { id, rule, cause, sinceMs, firedAtMs, resolvedAtMs } = row
  const { acknowledgedBy, acknowledgedAtMs } = row
  const { kind, finding } = readFacts(row.facts)
  return {
    id,
    rule,
    kind,
    cause,
    sinceMs,
    firedAtMs,
    resolvedAtMs,
    finding,
    acknowledgedBy,
    acknowledgedAtMs,
  }
}

export function toRule({ name, kind, isOn, settings }: Selectable<AlertRulesTable>): AlertRule {
  const of = kind as RuleKind
  // Settings that a later release adds have their usual values.
  return {
    name,
    kind: of,
    isOn: isOn === 1,
    settings: { ...usualSettings[of], ...read(settings) },
  }
}
