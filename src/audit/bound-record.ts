import type { Actor, AuditFacts, AuditRecord } from './audit-event.ts'

/** Longest username of an account. */
const maxAccountCharacters = 64
/** Longest login of a user. */
const maxNameCharacters = 254
const maxTextCharacters = 200
export const maxListItems = 20

/** An action with its actor. Texts are shortened, and control characters replaced. */
export const boundRecord = (
  { action, account, facts }: AuditRecord,
  actor: Actor,
): AuditRecord & { readonly actor: Actor } => ({
  actor:
    actor.name === undefined ? actor : { ...actor, name: clean(actor.name, maxNameCharacters) },
  action,
  account: account === null ? null : clean(account, maxAccountCharacters),
  facts: boundFacts(facts),
})

function boundFacts(facts: AuditFacts): AuditFacts {
  const bounded = Object.entries(facts).map(([name, value]) => {
    if (typeof value === 'string') return [name, clean(value, maxTextCharacters)]
    if (typeof value !== 'object') return [name, value]
    return [name, value.slice(0, maxListItems).map((text) => clean(text, maxTextCharacters))]
  })
  return Object.fromEntries(bounded) as AuditFacts
}

/** Control characters would reach the operator's terminal; PostgreSQL stores neither NUL nor half characters. */
const clean = (text: string, maxCharacters: number): string =>
  text
    .slice(0, maxCharacters)
    .toWellFormed()
    .replace(/\p{Cc}/gu, '\ufffd')
