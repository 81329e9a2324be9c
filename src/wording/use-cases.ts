import type { UseCaseRefusals } from '../use-cases/refusals.ts'
import { megabytes } from '../values/megabytes.ts'
import { shellWord } from '../values/shell-word.ts'
import { counted, listed, orRaise, quoted, thenRun } from './phrases.ts'
import type { Wording } from './vocabulary.ts'

export const useCaseWording: Wording<UseCaseRefusals> = {
  field_refused: ({ useCase, field, fault, value, accepts }, vocabulary) => {
    if (field === '') return `The request of ${useCase} must be a JSON object`
    if (fault === 'unknown') {
      const known = accepts === '' ? 'It has no fields' : `Its fields are: ${accepts}`
      return `There is no field ${quoted(field)} in ${useCase}. ${known}`
    }
    const name = vocabulary.field(useCase, field)
    if (fault === 'missing') return `${name} is missing; expected ${accepts}`
    return `${name}: ${value ?? 'The value'} is not accepted; expected ${accepts}`
  },
  call_unreadable: () =>
    'The server cannot read the request. Run the command with the same version of Adtally as the server',
  files_missing: () => 'There are no files. Add at least one',
  files_not_taken: ({ useCase }) => `There are files, but ${useCase} takes none. Leave them out`,
  too_many_files: ({ count, maximum }) =>
    `There are ${counted(count, 'file')}, but an import accepts at most ${maximum.toLocaleString('en-US')}. Import them in parts`,
  days_reversed: ({ start, end }, { option }) =>
    `The last day ${end} is before the first day ${start}. Swap ${option('startDate')} and ${option('endDate')}`,
  days_unclear: (_, { option }) =>
    `Choose the days in one way: ${option('days', 'last_28')}, or ${option('startDate', 'DAY')} and ${option('endDate', 'DAY')}`,
  question_refused: ({ faults }, { field }) => {
    const lines = faults.map(({ parameter, message }) => {
      const name = parameter.replace(/_[a-z]/g, (part) => part.slice(1).toUpperCase())
      return `${field('query-report', name)}: ${message}`
    })
    const [line = 'The question is not accepted', ...more] = lines
    return more.length === 0 ? line : { message: 'The question is not accepted', details: lines }
  },
  accounts_differ: ({ account, createApps }, { option }) =>
    `One import cannot be for "${account}" and "${createApps}". Leave out ${option('account')} or ${option('createApps')}`,
  compaction_days_unclear: (_, { option, variable }) => {
    const setting = variable('ADTALLY_HISTORY_DAYS')
    const orSet = setting === null ? '' : `, or set ${setting}`
    return `Choose one way to set which history is kept: ${option('before')} with its first day, or ${option('keep')} with a number of days${orSet}`
  },
  horizon_in_future: ({ before }, { option }) =>
    `${before} is in the future. Give today or an earlier day as ${option('before')}`,
  too_many_primary_sources: ({ username, maximum }) =>
    `"${username}" has ${maximum} rules for its primary source of users already. Remove one first`,
  undo_beyond_bounds: ({ id }) =>
    `Import ${id} also changed figures that are not yours. Only the operator can undo it`,
  request_without_import: ({ state }) =>
    `The request imported nothing (${state}), so there is nothing to undo`,
  idempotency_key_reused: () =>
    'An earlier request with this idempotency key had another file or other options. Use a new key',
  import_under_way: ({ id }) =>
    `The import ${id} is not finished. Ask for its result, or send the request again later`,
  import_out_of_time: ({ minutes }, { variable }) =>
    `Nothing was imported. The import took longer than ${counted(minutes, 'minute')}. Import fewer files at once${orRaise(variable, 'MINUTES')}`,
  not_a_file: ({ name, what }) => `${name}: This is ${what}, which is not imported. Leave it out`,
  inbox_not_a_folder: ({ folder }, vocabulary) =>
    thenRun(
      `${folder}: This is a file, and an inbox is a folder`,
      vocabulary,
      'Import the file',
      `import stats ${shellWord(folder)}`,
    ),
  folder_empty: ({ folder }) => `${folder}: The folder contains no files`,
  inbox_account_unknown: ({ account }, { command }) => {
    const create = command(`accounts create ${account}`)
    const next = create === null ? '' : `. Create it with \`${create}\``
    return `There is no account ${quoted(account)}, which a folder of the inbox names${next}. If the folder has the pages of one report, name it pages=${account}`
  },
  inbox_account_differs: ({ account, only }) =>
    `A folder names the account ${quoted(account)}, but this inbox is for the account ${quoted(only)} only. Use the inbox of ${quoted(account)}`,
  inbox_account_missing: (_, { option }) =>
    `Nothing names the account that gets the new apps. Put the file into the folder of an account, or leave out ${option('createApps')}`,
  inbox_folder_unclear: ({ folder }) =>
    `Unrecognised folder ${quoted(folder)}: folders name the account, then the source, then settings such as day=2026-03-01. If it has the pages of one report, name it pages=${folder}`,
  inbox_setting_unknown: ({ place, name, known }) =>
    `${place}: There is no setting ${quoted(name)}. The settings are ${listed(known)}`,
  inbox_setting_repeated: ({ name, places }) =>
    `${listed(places.map(quoted))} set ${name} to different values. Leave one of them out`,
  companion_refused: ({ file, fault, maximum }) => {
    if (fault === 'too large') return `${file}: The file is larger than ${counted(maximum, 'byte')}`
    return `${file}: The file is ${fault === 'no JSON' ? 'not JSON' : 'not a JSON object'}. Write, for example, {"day": "2026-03-01", "app": "hop-ios"}`
  },
  rates_not_fetched: ({ reason }) =>
    `The European Central Bank's rates were not fetched: it ${reason}. Download eurofxref-hist.csv, and import it`,
  rate_file_too_large: ({ file, bytes, maximum }) =>
    `${file}: ${bytes.toLocaleString('en-US')} bytes are more than ${maximum.toLocaleString('en-US')}. Split the file`,
  partial_uncertain: ({ name, import: id }, { command }) => {
    if (id !== null) {
      const undo = command(`undo ${id}`)
      const next = undo === null ? 'Undo it' : `Undo it with \`${undo}\``
      return `${name} changed while import ${id} added it to the figures. ${next}, then drop the file again`
    }
    const list = command('imports')
    const where = list === null ? '' : ` in \`${list}\``
    return `Adtally was stopped while it added ${name} to the figures, and repeating that could count it twice. If the file is not${where}, drop it again`
  },
  network_name_empty: ({ name }) =>
    `${quoted(name)} is not a name of a network: it has no Latin letters or digits`,
  unknown_network: ({ network, nearest, known }) =>
    `There is no network ${quoted(network)}, and no figures of it. ${nearest === null ? `The networks are ${listed(known)}` : `Did you mean ${quoted(nearest)}?`}`,
  digest_without_figures: ({ username }) =>
    `No network has reported figures of "${username}" in the last 30 days, so there is no digest. Import some first`,
  months_reversed: ({ start, end }, { option }) =>
    `The last month ${end} is before the first month ${start}. Swap ${option('startDate')} and ${option('endDate')}`,
  export_of_another: ({ folder, why }, { option, path }) =>
    `The folder${named(path(folder))} ${foreignExports[why]}. Choose another one, or write all files again with ${option('force')}`,
  export_under_way: ({ folder }, { path }) =>
    `Another export to the folder${named(path(folder))} is under way. Export again once it has ended`,
  export_compacted: () =>
    'The export is incomplete: figures that it had not written yet were dropped by a compaction meanwhile. Export again; months that are complete are kept',
  export_not_writable: ({ folder, reason }, { path }) =>
    `The folder${named(path(folder))} cannot be written: ${reason}. Choose one that Adtally may write to`,
  backup_under_way: () => 'Another backup is being made. Try again once it has ended',
  disk_filled: () => 'The disk is full, and nothing was changed. Free some space, then try again',
  engine_limit: (_, { variable }) => {
    const names = ['ADTALLY_MEMORY_LIMIT', 'ADTALLY_SPILL_LIMIT'].map(variable)
    const orRaise = names.includes(null) ? '' : `, or raise ${names.join(' or ')}`
    return `Nothing was changed. This needs more memory and disk than Adtally may use. Do less at once${orRaise}`
  },
  disk_full: ({ freeBytes, neededBytes }) =>
    `The disk has ${megabytes(freeBytes)} free, and this import needs ${megabytes(neededBytes)}. Free some space, then import again`,
}

const named = (path: string | null): string => (path === null ? '' : ` ${path}`)

const foreignExports = {
  installation: 'has the export of another installation',
  generation: 'has an export from before a restore',
  unreadable: 'has a manifest.json that cannot be read',
  'not an export': 'has other files and no manifest.json',
} as const
