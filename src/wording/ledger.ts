import type { LedgerRefusals } from '../ledger/refusals.ts'
import { thenRun } from './phrases.ts'
import type { Wording } from './vocabulary.ts'

export const ledgerWording: Wording<LedgerRefusals> = {
  unknown_import: ({ id }, vocabulary) =>
    thenRun(`There is no import ${id}`, vocabulary, 'List the imports', 'imports'),
  unknown_failed_import: ({ id }, vocabulary) =>
    thenRun(
      `There is no failed import ${id}. It may have been dismissed, or its files imported since`,
      vocabulary,
      'List the failed imports',
      'imports failed',
    ),
  import_is_undo: ({ id }) =>
    `${id} is an undo. To restore the import that it withdrew, import the files again`,
  import_undone: ({ id, undo }) => `Import ${id} is already undone, by ${undo}`,
  before_horizon: ({ id, since }) =>
    `Entry ${id} is from before ${since}, where the stored history begins since it was compacted, so it cannot be undone. To change its figures, import them again`,
  clickhouse_keeps_history: () =>
    'Nothing was changed. In ClickHouse, history is kept for ever. Current figures can move to embedded stores, which can drop it: see docs/history.md',
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
