import { type Command, Option } from 'commander'
import { kebabCase } from '../values/letter-case.ts'
import { collectValues } from './data-command.ts'

/** A value that a command takes. */
export interface TakenValue {
  /** As help shows it: `<day>`, or `[day]` for an argument that may be left out; absent for a switch. */
  readonly shown?: string
  readonly about: string
  readonly default?: string
  readonly repeats?: boolean
  /** The accepted values of an option. */
  readonly choices?: readonly string[]
  readonly isRequired?: boolean
  readonly isHidden?: boolean
  /** Another option that it excludes. */
  readonly conflicts?: string
  /** @throws ConfigError when the text is not accepted */
  readonly read?: (text: string) => unknown
}

/** Values by the names of fields, in the order of help. A text is about an argument or a switch. */
export type TakenValues<Field extends PropertyKey = string> = {
  readonly [Name in Field]?: string | TakenValue
}

export const takes = (
  shown: string,
  about: string,
  more: Omit<TakenValue, 'shown' | 'about'> = {},
): TakenValue => ({ shown, about, ...more })

const entriesOf = (taken: TakenValues): (TakenValue & { readonly field: string })[] =>
  Object.entries(taken as Readonly<Record<string, string | TakenValue>>).map(([field, value]) => ({
    field,
    ...(typeof value === 'string' ? { about: value } : value),
  }))

export function addArguments(command: Command, taken: TakenValues): Command {
  for (const { field, shown = `<${kebabCase(field)}>`, about } of entriesOf(taken)) {
    command.argument(shown, about)
  }
  return command
}

export function addOptions(command: Command, taken: TakenValues): Command {
  for (const { field, shown = '', about, ...value } of entriesOf(taken)) {
    const option = new Option(`--${kebabCase(field)} ${shown}`.trim(), about)
    option.default(value.default).hideHelp(value.isHidden === true)
    option.makeOptionMandatory(value.isRequired === true).conflicts(value.conflicts ?? [])
    if (value.choices) option.choices(value.choices)
    command.addOption(value.repeats ? option.argParser(collectValues) : option)
  }
  return command
}

/** The fields that are given; those without a default may be absent. @param given texts by the names of fields */
export function fieldsOf<Fields>(taken: TakenValues<keyof Fields>, given: object): Fields {
  const texts = given as Readonly<Record<string, string | undefined>>
  const fields = entriesOf(taken).filter(({ field }) => texts[field] !== undefined)
  return Object.fromEntries(
    fields.map(({ field, read }) => [field, read ? read(texts[field]!) : texts[field]]),
  ) as Fields
}
