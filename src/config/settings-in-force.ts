import { camelCase } from '../values/letter-case.ts'
import { allSettings } from './catalogue.ts'
import { misspeltVariables } from './given-settings.ts'
import { isOverridden, type Setting, variableOf } from './setting.ts'
import type { Environment } from './settings.ts'
import type { SettingsFile } from './settings-file.ts'

/** A setting, its value, and where it comes from. */
export interface SettingInForce {
  readonly setting: Setting
  /** As it was given, or the default in words; null for a secret that is given. */
  readonly value: string | null
  readonly origin: Origin
}

export type Origin =
  | { readonly kind: 'flag'; readonly flag: string }
  | { readonly kind: 'variable'; readonly variable: string }
  | { readonly kind: 'file'; readonly path: string; readonly line: number }
  | { readonly kind: 'default' }

/**
 * All settings and where they come from.
 *
 * @param flags by the names of settings in camelCase, as commands have their options
 * @param env the environment without the settings of the file
 */
export function settingsInForce(
  flags: Readonly<Record<string, unknown>>,
  env: Environment,
  file: SettingsFile | null,
): readonly SettingInForce[] {
  return allSettings.map((setting) => {
    const { text, origin } = given(setting, flags, env, file)
    const isGiven = origin.kind !== 'default'
    return { setting, value: isGiven && setting.isSecret ? null : text, origin }
  })
}

function given(
  setting: Setting,
  flags: Readonly<Record<string, unknown>>,
  env: Environment,
  file: SettingsFile | null,
): { readonly text: string; readonly origin: Origin } {
  const flag = flags[camelCase(setting.name)]
  if (setting.argument !== null && typeof flag === 'string' && flag !== '') {
    return { text: flag, origin: { kind: 'flag', flag: `--${setting.name}` } }
  }
  const variable = variableOf(setting, env)
  if (variable !== null) return { text: env[variable]!, origin: { kind: 'variable', variable } }
  const inFile = file?.given.get(setting.name)
  if (file && inFile && !isOverridden(setting, env)) {
    const { text, line } = inFile
    return { text, origin: { kind: 'file', path: file.path, line } }
  }
  return { text: setting.defaultText, origin: { kind: 'default' } }
}

/** Warnings about settings that are probably wrong, and accepted all the same. */
export function settingsWarnings(env: Environment, file: SettingsFile | null): readonly string[] {
  const misspelt = misspeltVariables(env, allSettings).map(
    ({ name, meant }) => `${name} is not a setting. Did you mean ${meant}?`,
  )
  const hasSecret = [...(file?.given.values() ?? [])].some(({ setting }) => setting.isSecret)
  if (file === null || !hasSecret || !file.isReadableByOthers) return misspelt
  const open = `${file.path} contains a secret, and other users can read it: chmod 600 ${file.path}`
  return [...misspelt, open]
}
