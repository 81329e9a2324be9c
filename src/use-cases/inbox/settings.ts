import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { sources } from '../../sources/all-sources.ts'
import { camelCase } from '../../values/letter-case.ts'
import type { FiguresRequest } from '../import-figures.ts'
import { refuse } from '../refusals.ts'
import { kindOf, statsOf } from './entries.ts'

const texts = [
  'account',
  'source',
  'input_format',
  'kind',
  'day',
  'app',
  'network',
  'as',
  'booking',
] as const
const flags = ['partial', 'create_apps', 'skip_bad_rows', 'keep_other_sources'] as const

/** Settings of an import, from folder names and a file next to the report. */
export const settingNames: readonly string[] = [...texts, ...flags]

/** The settings that an inbox gives for one import. Its texts are checked by the import itself. */
export type InboxSettings = Omit<FiguresRequest, 'createApps'> & {
  /** Whether unknown apps are created in the account. */
  readonly createApps?: boolean
}

/** The settings that apply to all imports of an inbox. */
export type InboxDefaults = Pick<
  FiguresRequest,
  'source' | 'account' | 'createApps' | 'rates' | 'skipBadRows'
>

/** A setting, and the folder or file that says it. */
type Setting = readonly [name: string, value: unknown, place: string]

/**
 * Reads the settings of an import.
 *
 * @param route the folders that it is in: the account, the source, then `NAME=VALUE`
 * @param companions the paths of its `.import.json` and `.rates.csv`, where they exist
 * @throws Refusal when a folder or a file has an unknown setting, or two have different values
 */
export async function readRouteSettings(
  route: readonly string[],
  companions: readonly string[],
): Promise<InboxSettings> {
  const found = new Map<string, Setting>()
  const add = (setting: Setting) => {
    const [name, value, place] = setting
    if (!settingNames.includes(name)) {
      throw refuse('inbox_setting_unknown', { place, name, known: settingNames })
    }
    const earlier = found.get(name)
    if (earlier && earlier[1] !== value) {
      throw refuse('inbox_setting_repeated', { name, places: [earlier[2], place] })
    }
    found.set(name, setting)
  }
  for (const folder of route) add(folderSetting(folder, found))
  let rates: FiguresRequest['rates']
  for (const path of companions) {
    const file = basename(path)
    const text = await readCompanion(path, file)
    if (!file.endsWith('.json')) rates = { name: file, text }
    else for (const [name, value] of Object.entries(parse(text, file))) add([name, value, file])
  }
  const settings = [...found.values()].map(([name, value]) => [
    camelCase(name),
    (flags as readonly string[]).includes(name) ? flagOf(name, value) : value,
  ])
  return { ...Object.fromEntries(settings), ...(rates && { rates }) }
}

/** The setting that a folder's name states. The first name alone is an account, the second one a source. */
function folderSetting(folder: string, found: ReadonlyMap<string, Setting>): Setting {
  const at = folder.indexOf('=')
  if (at > 0) {
    const [name, value] = [folder.slice(0, at), folder.slice(at + 1)]
    const isFlag = (flags as readonly string[]).includes(name)
    return [name, isFlag && /^(true|false)$/.test(value) ? value === 'true' : value, folder]
  }
  if (!found.has('account')) return ['account', folder, folder]
  if (!found.has('source')) return ['source', sourceNamed(folder), folder]
  throw refuse('inbox_folder_unclear', { folder })
}

/** The source of this name, or the only one whose reports are about a network of this name. */
function sourceNamed(name: string): string {
  if (sources.has(name)) return name
  const ofNetwork = [...sources.values()].filter(({ network }) => network === name)
  return ofNetwork.length === 1 ? ofNetwork[0]!.name : name
}

function flagOf(name: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value
  const shown = (JSON.stringify(value) ?? '').slice(0, 100)
  throw refuse('field_refused', {
    useCase: 'import-figures',
    field: camelCase(name),
    fault: 'not accepted',
    value: shown,
    accepts: 'true or false',
  })
}

const maxBytes = { json: 65_536, csv: 10_000_000 } as const

async function readCompanion(path: string, file: string): Promise<string> {
  const found = await statsOf(path)
  if (!found?.isFile()) {
    throw refuse('not_a_file', { name: file, what: found ? kindOf(found) : 'gone' })
  }
  const maximum = file.endsWith('.json') ? maxBytes.json : maxBytes.csv
  if (found.size > maximum) {
    throw refuse('companion_refused', { file, fault: 'too large', maximum })
  }
  return (await readFile(path, 'utf8')).replace(/^\uFEFF/, '')
}

function parse(text: string, file: string): object {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw refuse('companion_refused', { file, fault: 'no JSON', maximum: maxBytes.json })
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw refuse('companion_refused', { file, fault: 'no object', maximum: maxBytes.json })
}

/**
 * The request of an import.
 *
 * @throws Refusal `inbox_account_differs` when the inbox is for another account,
 *   `inbox_account_missing` when apps of no account should be created
 */
export function inboxRequest(
  { createApps, account, ...defaults }: InboxDefaults,
  { createApps: creates = false, account: named, ...settings }: InboxSettings,
): FiguresRequest {
  const only = createApps ?? account
  if (named !== undefined && only !== undefined && named !== only) {
    throw refuse('inbox_account_differs', { account: named, only })
  }
  const target = named ?? only
  if (creates && target === undefined) throw refuse('inbox_account_missing', {})
  return {
    ...defaults,
    ...settings,
    ...(target !== undefined && { account: account ?? target }),
    ...(target !== undefined && (creates || createApps !== undefined) && { createApps: target }),
  }
}
