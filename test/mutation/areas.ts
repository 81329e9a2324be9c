/** The files that a mutation run changes, and the tests that should notice. */
export interface Area {
  readonly mutate: readonly string[]
  readonly tests: readonly string[]
  /** Kinds of mutants that say nothing here. */
  readonly excluded?: readonly string[]
}

/** The rest of `src/staging` reads files and talks to stores; `test/import` covers it. */
const rules = [
  ...[
    'check-rows',
    'clock',
    'columns',
    'compare-slices',
    'convert-foreign',
    'import-preview',
    'summarise-import',
  ],
  ...['next-figures', 'plan-import', 'plan-undo', 'rates', 'rates-for', 'reject-bad-slices'],
  ...['row-checks', 'slice-range'],
]

export const areas: Readonly<Record<string, Area>> = {
  values: { mutate: sources('src/values'), tests: ['src/values/*.test.ts'] },
  reporting: {
    mutate: sources('src/reporting'),
    tests: ['src/reporting/*.test.ts'],
  },
  questions: {
    mutate: [...sources('src/reporting/question'), ...sources('src/reporting/table')],
    tests: ['src/reporting/{question,table}/*.test.ts', 'test/api/report/report.*.test.ts'],
  },
  ledger: {
    // The column names of SQL say nothing here.
    mutate: [
      ...sources('src/ledger'),
      ...['!src/ledger/figure-keys.ts', '!src/ledger/walk-changed.ts'],
    ],
    tests: ['src/ledger/*.test.ts'],
  },
  changed: {
    mutate: ['src/ledger/walk-changed.ts'],
    tests: ['test/api/v2-publisher/changed.*.test.ts'],
  },
  normalise: {
    mutate: sources('src/sources/normalise'),
    tests: ['src/sources/normalise/*.test.ts', 'test/sources/words.test.ts'],
  },
  staging: {
    mutate: rules.map((rule) => `src/staging/${rule}.ts`),
    tests: ['src/staging/*.test.ts', 'test/staging/*.test.ts'],
    // An empty SQL statement always fails. `sql-mutator.ts` changes statements instead.
    excluded: ['StringLiteral'],
  },
}

/** The sources directly in a folder. */
function sources(folder: string): string[] {
  return [`${folder}/*.ts`, `!${folder}/*.test.ts`]
}
