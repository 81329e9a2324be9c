import type { LedgerRefusals } from '../ledger/refusals.ts'
import { thenRun } from './phrases.ts'
import type { Wording } from './vocabulary.ts'

export const ledgerWording: Wording<LedgerRefusals> = {
  unknown_import: ({ id }, vocabulary) =>
    thenRun(`There is no import ${id}`, vocabulary, 'List the imports', 'imports'),
  import_is_undo: ({ id }) =>
    `${id} is an undo. To restore the import that it withdrew, import the files again`,
  import_undone: ({ id, undo }) => `Import ${id} is already undone, by ${undo}`,
  merge_built_upon: ({ id, later }, vocabulary) =>
    thenRun(
      `${id} merged an app into one that was merged or deleted itself, by ${later}`,
      vocabulary,
      `Undo ${later} first`,
      `imports undo ${later}`,
    ),
  no_figures: ({ account, from, to, network, app }) =>
    `Nothing was deleted. "${account}" has no figures ${[app && `of the app "${app}" `, network && `of ${network} `].filter(Boolean).join('')}from ${from} to ${to}`,
  unknown_secondary_report: ({ report, known }, vocabulary) => {
    const sentence = `There is no secondary report "${report}"`
    return known.length > 0
      ? `${sentence}. The existing ones are: ${known.join(', ')}`
      : thenRun(sentence, vocabulary, 'Import it', `import stats --as ${report} FILE`)
  },
}
