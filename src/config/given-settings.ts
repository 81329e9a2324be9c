import { resolve } from 'node:path'
import { nearestName } from '../values/nearest-name.ts'
import { isOverridden, type Setting } from './setting.ts'
import type { Environment } from './settings.ts'
import type { TomlDocument, TomlEntry } from './toml.ts'

/** A setting that the file gives. */
export interface GivenSetting {
  readonly setting: Setting
  /** Its value, as a variable would have it. */
  readonly text: string
  readonly line: number
}

interface Fault {
  readonly line: number
  readonly fault: string
}

/** Reads the settings of a document. @param folder where relative paths begin */
export function readGiven(
  document: TomlDocument,
  settings: readonly Setting[],
  folder: string,
): { readonly given: ReadonlyMap<string, GivenSetting>; readonly faults: readonly Fault[] } {
  const given = new Map<string, GivenSetting>()
  if ('fault' in document) return { given, faults: [document] }
  const faults: Fault[] = []
  for (const entry of document.entries) {
    const setting = settings.find(({ name }) => name === entry.key)
    const read = setting ? readEntry(setting, entry, folder) : { fault: unknown(entry, settings) }
    if ('fault' in read) faults.push({ line: entry.line, fault: read.fault })
    else if (read.text !== '') given.set(entry.key, { ...read, line: entry.line })
  }
  return { given, faults }
}

function readEntry(
  setting: Setting,
  { key, value }: TomlEntry,
  folder: string,
): { readonly fault: string } | { readonly setting: Setting; readonly text: string } {
  const { kind, isSecret } = setting
  const text = textOf(value, kind.isList === true)
  if (text === null) return { fault: `${key}: this is not ${kind.accepts}` }
  if (text === '') return { setting, text }
  const read = kind.read(text)
  if ('bad' in read) {
    return { fault: `${key}: ${isSecret ? 'this' : `"${read.bad}"`} is not ${kind.accepts}` }
  }
  return { setting, text: kind.isPath ? resolve(folder, text) : text }
}

/** @returns null for what is no text, number, or list of texts */
function textOf(value: unknown, isList: boolean): string | null {
  if (Array.isArray(value)) {
    const parts = isList ? value.map((part) => textOf(part, false)) : [null]
    return parts.some((part) => part === null || part.includes(',')) ? null : parts.join(',')
  }
  const isPlain = typeof value === 'string' || typeof value === 'boolean'
  return isPlain || Number.isSafeInteger(value) ? String(value) : null
}

/** Says which setting was probably meant. */
function unknown({ key, value }: TomlEntry, settings: readonly Setting[]): string {
  const names = settings.map(({ name }) => name)
  const isTable = typeof value === 'object' && value !== null && !Array.isArray(value)
  const meant = isTable ? namedInTable(key, value, names) : nearestSetting(key, names)
  if (!isTable) {
    return `"${key}" is not a setting${meant === null ? '; adtally config lists them all' : `. Did you mean ${meant}?`}`
  }
  const instead = meant === null ? '' : `. Write ${meant} = …`
  return `"${key}" is a table, and settings are at the top of the file, without tables${instead}`
}

function namedInTable(table: string, value: object, names: readonly string[]): string | null {
  for (const key of Object.keys(value)) {
    const meant = nearestSetting(`${table}-${key}`, names) ?? nearestSetting(key, names)
    if (meant !== null) return meant
  }
  return nearestSetting(table, names)
}

function nearestSetting(written: string, names: readonly string[]): string | null {
  const nearest = nearestName(
    written.replace(/^--/, ''),
    names.map((name) => name.replaceAll('-', '_')),
  )
  return nearest?.replaceAll('_', '-') ?? null
}

/** The environment with what the file gives and no variable does. */
export function withGiven(env: Environment, given: ReadonlyMap<string, GivenSetting>): Environment {
  const added = [...given.values()]
    .filter(({ setting }) => !isOverridden(setting, env))
    .map(({ setting, text }) => [setting.variable, text])
  return { ...env, ...Object.fromEntries(added) }
}

/** Variables that are probably misspelt, and what they were meant to be. */
export function misspeltVariables(
  env: Environment,
  settings: readonly Setting[],
): readonly { readonly name: string; readonly meant: string }[] {
  const names = settings.map(({ name }) => name)
  const known = new Set([...settings.map(({ variable }) => variable), 'ADTALLY_CONFIG'])
  return Object.keys(env).flatMap((name) => {
    if (!name.startsWith('ADTALLY_') || known.has(name)) return []
    const nearest = nearestSetting(name.slice('ADTALLY_'.length), names)
    const meant = settings.find((setting) => setting.name === nearest)
    return meant ? [{ name, meant: meant.variable }] : []
  })
}
