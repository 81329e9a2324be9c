import { constantCase, kebabCase } from '../values/letter-case.ts'
import type { SettingKind } from './kinds.ts'
import { ConfigError, type Environment } from './settings.ts'

/** A setting, which a flag, a variable or the settings file gives. */
export interface Setting<Value = unknown> {
  /** Its key in the settings file, and its flag without dashes: `base-url`. */
  readonly name: string
  /** `ADTALLY_BASE_URL`. */
  readonly variable: string
  /** Other names of the variable, which count more. */
  readonly aliases: readonly string[]
  /** Variables of other settings that give the same in another way. */
  readonly instead: readonly string[]
  /** The argument of its flag: `<url>`; null without a flag. */
  readonly argument: string | null
  /** The text about it in `adtally serve --help`. */
  readonly about: string
  readonly kind: SettingKind<Value>
  readonly default: Value | null
  /** The default in words. */
  readonly defaultText: string
  /** Whether its value may contain a password, and is never shown. */
  readonly isSecret: boolean
  /** Whether a variable that is set to an empty text counts as given. */
  readonly emptyCounts: boolean
}

/** Settings of one reader, by the names of its values. */
export type Settings = Readonly<Record<string, Setting>>

/** The values of settings. */
export type ValuesOf<All extends Settings> = {
  readonly [Name in keyof All]: All[Name] extends Setting<infer Value> ? Value : never
}

interface More {
  readonly argument?: string
  readonly defaultText?: string
  readonly variable?: string
  readonly aliases?: readonly string[]
  readonly instead?: readonly string[]
  readonly isSecret?: boolean
  readonly emptyCounts?: boolean
}

/** A setting without the names that {@link named} gives it. */
export type Declared<Value> = Omit<Setting<Value>, 'name' | 'variable'> & Pick<More, 'variable'>

/** Declares a setting; {@link named} gives it its name. */
export function setting<Value, Default extends Value | null>(
  kind: SettingKind<Value>,
  byDefault: Default,
  about: string,
  more: More = {},
): Declared<Value | Default> {
  const none =
    byDefault === null || byDefault === '' || (Array.isArray(byDefault) && byDefault.length === 0)
  return {
    kind,
    default: byDefault,
    about,
    defaultText: none ? 'none' : String(byDefault),
    argument: null,
    aliases: [],
    instead: [],
    isSecret: false,
    emptyCounts: false,
    ...more,
  }
}

/** Names settings after their values: `baseUrl` is `base-url` and `ADTALLY_BASE_URL`. */
export function named<All extends Readonly<Record<string, Declared<unknown>>>>(
  declared: All,
  prefix = '',
): Named<All> {
  const settings = Object.entries(declared).map(([key, one]) => {
    const name = prefix + kebabCase(key)
    const variable = one.variable ?? `ADTALLY_${constantCase(name)}`
    return [key, Object.freeze({ ...one, name, variable })]
  })
  return Object.fromEntries(settings) as unknown as Named<All>
}

type Named<All> = {
  readonly [Name in keyof All]: All[Name] extends Declared<infer Value> ? Setting<Value> : never
}

/** How a setting is given, for errors: `--port (or ADTALLY_PORT)`. */
export const settingLabel = ({ name, variable, argument }: Setting): string =>
  argument === null ? variable : `--${name} (or ${variable})`

/** The variable that gives a setting; null when none does. */
export function variableOf(setting: Setting, env: Environment): string | null {
  const names = [...setting.aliases, setting.variable]
  return names.find((name) => env[name] || (setting.emptyCounts && env[name] === '')) ?? null
}

/** Whether a variable counts more than what the file gives for a setting. */
export const isOverridden = (setting: Setting, env: Environment): boolean =>
  variableOf(setting, env) !== null || setting.instead.some((name) => Boolean(env[name]))

/**
 * Reads a setting from its flag, else from the environment.
 *
 * @throws ConfigError naming the setting, and never the value of a secret
 */
export function readSetting<Value>(
  setting: Setting<Value>,
  env: Environment,
  flag?: string,
): Value {
  const variable = variableOf(setting, env)
  const text = flag || (variable === null ? undefined : env[variable])
  // Null is a value where it is the default.
  return text ? parseSetting(setting, text, settingLabel(setting)) : (setting.default as Value)
}

/** @param name how the error calls the setting */
function parseSetting<Value>(setting: Setting<Value>, text: string, name: string): Value {
  const read = setting.kind.read(text)
  if ('value' in read) return read.value
  const what = setting.isSecret ? 'this' : `"${read.bad}"`
  throw new ConfigError(`${name}: ${what} is not ${setting.kind.accepts}`)
}

/** Reads several settings. @param flags by the names of the values */
export function readSettings<All extends Settings>(
  settings: All,
  env: Environment,
  flags: { readonly [Name in keyof All]?: string } = {},
): ValuesOf<All> {
  const values = Object.entries(settings).map(([key, one]) => [
    key,
    readSetting(one, env, (flags as Readonly<Record<string, string | undefined>>)[key]),
  ])
  return Object.fromEntries(values) as unknown as ValuesOf<All>
}
