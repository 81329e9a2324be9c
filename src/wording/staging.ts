import { codeOfLabel } from '../facts/label-names.ts'
import type { NetworkApp } from '../sources/network-app.ts'
import type { BadCell } from '../sources/refusals.ts'
import type { StagingRefusals, UnknownApp } from '../staging/refusals.ts'
import { shellWord } from '../values/shell-word.ts'
import { badCellLine, counted, listed, listedFirst, orRaise, seeFile } from './phrases.ts'
import type { Vocabulary, Wording } from './vocabulary.ts'

const nothing = 'Nothing was imported.'

export const stagingWording: Wording<StagingRefusals> = {
  unknown_apps: ({ apps, count, username, creating, cells, cellCount }, vocabulary) => {
    const [are, them, they] = count === 1 ? ['is', 'it', 'It'] : ['are', 'them', 'They']
    const ofAccount = username === null ? '' : ` in the account "${username}"`
    const cannot = creating
      ? ` ${they} cannot be created, because Adtally's own format has no names and platforms of apps.`
      : ''
    const command = vocabulary.command('import apps FILE')
    const next =
      command === null ? `Ask the operator to import ${them}` : `Import ${them} first: ${command}`
    const more =
      count > apps.length ? [`  and ${(count - apps.length).toLocaleString('en-US')} more`] : []
    return {
      message: `${nothing} ${counted(count, 'app')} ${are} unknown${ofAccount}.${cannot} ${next}`,
      details: [...apps.map(unknownAppLine), ...more, ...otherCells(cells, cellCount)],
    }
  },
  unknown_network_apps: ({ apps, count, creating }, vocabulary) => {
    const [are, them, its, all] =
      count === 1 ? ['is', 'it', 'its', 'it'] : ['are', 'each', 'their', 'them']
    const why = creating ? `, and the report does not state ${its} platform` : ''
    const create = `Or create ${all} in an account: add ${vocabulary.option('createApps', 'USERNAME')}`
    const message = `${nothing} ${counted(count, 'app')} ${are} unknown${why}. Link ${them} to an app that you imported:`
    const links = apps.map((app) => linkLine(app, vocabulary, app.suggestedAppId))
    const canBeCreated = !vocabulary.isFetched && apps.every(({ platform }) => platform !== null)
    return {
      message,
      details: [...links, ...moreApps(apps, count), ...(canBeCreated ? [create] : [])],
    }
  },
  network_apps_ambiguous: ({ apps, count }, vocabulary) => ({
    message: `${nothing} Several accounts have ${counted(count, 'app')} of the report. Link each to an app:`,
    details: [
      ...apps.map((app) => linkLine(app, vocabulary)),
      ...moreApps(apps, count),
      `Or name the account: add ${vocabulary.option('account', 'USERNAME')}`,
    ],
  }),
  network_app_names_ambiguous: ({ apps, count }, vocabulary) => {
    const [names, do_, them] = count === 1 ? ['name', 'does', 'it'] : ['names', 'do', 'each']
    const message = `${nothing} The ${names} of ${counted(count, 'app')} ${do_} not tell which app is meant.`
    const links = apps.flatMap((app) =>
      app.fits.map((fit) => linkLine({ ...app, platform: fit.platform }, vocabulary, fit.appId)),
    )
    return apps.some(({ platform }) => platform === null)
      ? {
          message: `${message} Export the report again with the platform as a column. Link ${them} for both platforms:`,
          details: [...links, ...moreApps(apps, count)],
        }
      : {
          message: `${message} Link ${them} to one of the apps:`,
          details: [...links, ...moreApps(apps, count)],
        }
  },
  rates_missing: ({ currency, missing, missingCount }, { option, command, isFetched }) => {
    const days = missing.map((one) => `${one.day} ${one.currency}`)
    const importing = command('rates import FILE')
    const stored =
      importing === null
        ? 'Add rates on the dashboard, or ask the operator to import them'
        : `Run \`${importing}\``
    const given = isFetched ? '' : `, or add ${option('rates', 'FILE')}, a CSV of day,currency,rate`
    return `${nothing} There is no rate to ${currency} for ${listedFirst(days, missingCount)}. ${stored}${given}`
  },
  rates_for_several_currencies: ({ currencies }) =>
    `${nothing} The rows need rates to ${listed(currencies)}, but a rate file is for one currency. Import the files of each account separately`,
  app_changed: ({ appId }) =>
    `${nothing} ${appId === null ? 'An app' : `The app ${appId}`} or its account changed during the import. Import the files again`,
  clock_ahead: ({ now, lastEntry, maximumDays }, { variable }) =>
    `Nothing was changed. The clock says ${now}, more than ${counted(maximumDays, 'day')} after the last import or undo (${lastEntry}). Set the clock${orRaise(variable, 'IDLE_DAYS')}`,
  every_slice_bad: ({ rejectFile }, { path }) =>
    seeFile(`${nothing} Every slice (day, app, network) has a bad row`, path(rejectFile)),
  nothing_to_import: () => `${nothing} There are no rows`,
  other_days: ({ asked, found }) =>
    `${nothing} The report of ${asked} has rows of ${listed(found)}. Check the clock of the network's account`,
  no_mediation: ({ source }, { setting }) =>
    `Only reports of mediations can be booked with ${setting('booking', 'add')}, and ${source} reports its own figures. Leave it out`,
  several_kinds: ({ file, kinds }) =>
    `${nothing} The files of one import must be of the same kind, and ${file} has ${kinds[1]} beside ${kinds[0]}. Import them separately`,
  option_of_figures: ({ option, kind }, vocabulary) =>
    `${nothing} The files have ${kind}, and ${vocabulary.option(option)} is for ad figures only. Leave it out`,
  every_slice_kept: ({ sources }, { option }) =>
    `${nothing} Every slice (day, app, network) has figures of another source: ${listed(sources)}. To replace them, leave out ${option('keepOtherSources')}`,
  figures_too_large: () =>
    `${nothing} The figures of one day, app and network add up to more than Adtally can store (9,223,372,036,854.775807 of the currency)`,
  change_too_large: () => `${nothing} A figure changes by more than Adtally can store`,
  too_many_new_names: ({ kind, count, maximum }, { variable }) =>
    `${nothing} It brings ${counted(count, `new ${kind.replace('_', ' ')}`)} to an account, and at most ${maximum.toLocaleString('en-US')} are accepted. Check the column${orRaise(variable, codeOfLabel(kind) === 32 ? 'NEW_AD_TAGS' : 'NEW_NAMES')}`,
  too_many_labels: ({ kind, maximum }) =>
    `${nothing} There would be more than ${counted(maximum, kind)}`,
  day_not_storable: ({ day, firstDay, lastDay }) =>
    `${nothing} ClickHouse stores days from ${firstDay} to ${lastDay}, not ${day}`,
}

const unknownAppLine = ({ appId, file, line, rows }: UnknownApp): string =>
  `  ${JSON.stringify(appId)} in ${counted(rows, 'row')}, first at ${file}:${line}`

function otherCells(cells: readonly BadCell[], count: number): string[] {
  if (count === 0) return []
  const these = count === 1 ? 'this cell' : `these ${count.toLocaleString('en-US')} cells`
  const first = count > cells.length ? ` (the first ${cells.length} are shown)` : ''
  return [`Also fix ${these}${first}:`, ...cells.map(badCellLine)]
}

const moreApps = (apps: readonly unknown[], count: number): string[] =>
  count > apps.length ? [`  and ${(count - apps.length).toLocaleString('en-US')} more`] : []

/** @param appId the app to link it to, if one is suggested */
function linkLine(
  { network, networkAppId, name, platform, isNameOnly }: NetworkApp,
  vocabulary: Vocabulary,
  appId: string | null = null,
): string {
  const about = [name !== networkAppId && name.replace(/\p{Cc}+/gu, ' '), platform]
    .filter(Boolean)
    .join(', ')
  const dash = networkAppId.startsWith('-') ? '-- ' : ''
  const option = isNameOnly && platform !== null ? `--platform ${platform} ` : ''
  const words = `apps link ${option}${dash}${network} ${shellWord(networkAppId)} ${appId === null ? 'APP_ID' : shellWord(appId)}`
  const command = vocabulary.command(words)
  if (command !== null) return `  ${command}${about ? `   # ${about}` : ''}`
  const suggestion = appId === null ? '' : `: ${appId}`
  return `  ${network} ${JSON.stringify(networkAppId)}${about ? ` (${about})` : ''}${suggestion}`
}
