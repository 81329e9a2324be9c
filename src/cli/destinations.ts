import { readWholeNumber } from '../config/settings.ts'
import type { DestinationView } from '../use-cases/destinations/destination-view.ts'
import { destinationKinds, mismatchRules } from '../warehouse/destination.ts'
import { scriptDialects } from '../warehouse/load-script.ts'
import { takes } from './command-fields.ts'

import { commandGroup, useCaseCommand } from './run-command.ts'

const owner = 'the account, or @all for all accounts'
const ofDestination = { username: owner, name: 'the name of the destination' }

const stateOf = ({ state, failing_since: since, lag_entries: lag, entry }: DestinationView) => {
  if (state !== 'on') return state
  if (since !== null) return 'fails'
  if (entry === null) return 'waits to be filled'
  return lag === 0 ? 'current' : `${lag} entries behind`
}

const list = useCaseCommand({
  name: 'list',
  summary: 'List the warehouses that are kept a copy of an account.',
  examples: ['destinations list studio'],
  arguments: { username: owner },
  useCase: async () =>
    (await import('../use-cases/destinations/list-destinations.ts')).listDestinations,
  table: {
    header: ['account', 'name', 'kind', 'to', 'state', 'entry', 'as of', 'last failure'],
    toRow: (one) => [
      one.account,
      one.name,
      one.kind,
      one.target,
      stateOf(one),
      String(one.entry ?? ''),
      one.as_of ?? '',
      one.last_error ?? '',
    ],
    whenEmpty: ({ username }) =>
      `No destinations. Add one with: adtally destinations add ${username} NAME postgresql --address ADDRESS`,
  },
})

const show = useCaseCommand({
  name: 'show',
  summary: 'Show a destination: what its copy has, and what it lacks.',
  examples: ['destinations show studio warehouse'],
  arguments: ofDestination,
  useCase: async () =>
    (await import('../use-cases/destinations/show-destination.ts')).showDestination,
  line: (one) =>
    [
      `${one.name}: ${one.kind}, ${one.target}, ${stateOf(one)}`,
      `  history: ${one.keeps_history ? 'kept' : 'not kept'}; when changed by hand: ${one.on_mismatch}`,
      `  copied: ${one.entry === null ? 'nothing yet' : `up to entry ${one.entry} of ${one.as_of}`}`,
      ...(one.last_error === null ? [] : [`  last failure: ${one.last_error}`]),
      ...(one.next_try === null ? [] : [`  next try: ${one.next_try}`]),
    ].join('\n'),
})

const add = useCaseCommand({
  name: 'add',
  summary: 'Keep a copy of an account in PostgreSQL, ClickHouse, a DuckDB file or Parquet files.',
  details:
    'A running server fills it at once and after each import. docs/warehouse.md describes the tables.',
  examples: [
    'destinations add studio warehouse postgresql --address postgres://adtally:secret@db.example.com/ads',
    "destinations add studio fast clickhouse --address 'clickhouse://adtally:secret@db.example.com:8443/ads?secure=true'",
    'destinations add studio laptop duckdb --address studio.duckdb --history off',
    'destinations add studio lake parquet --address lake',
    'destinations add @all warehouse postgresql --address ADDRESS',
    "destinations add studio bucket s3 --address 's3://KEY:SECRET@s3.eu-central-1.amazonaws.com/ads/lake?region=eu-central-1'",
  ],
  arguments: { ...ofDestination, kind: takes('<kind>', destinationKinds.join(', ')) },
  options: {
    address: takes(
      '<address>',
      'the address with its password, or the name of the file or folder',
      {
        isRequired: true,
      },
    ),
    history: takes(
      '<history>',
      'on keeps earlier versions of rows, off does not (default: on; off for Parquet files)',
      {
        choices: ['on', 'off'],
        read: (text) => text === 'on',
      },
    ),
    onMismatch: takes('<rule>', 'what is done when others changed the copy (default: repair)', {
      choices: mismatchRules,
    }),
  },
  useCase: async () =>
    (await import('../use-cases/destinations/add-destination.ts')).addDestination,
  line: ({ name, target }) =>
    `The destination ${name} (${target}) is added. Test it now. A running server fills it.`,
})

const test = useCaseCommand({
  name: 'test',
  summary: 'Open a warehouse, create the tables that it lacks, and add up its copy.',
  examples: ['destinations test studio warehouse'],
  arguments: ofDestination,
  useCase: async () =>
    (await import('../use-cases/destinations/test-destination.ts')).testDestination,
  line: ({ name, error }) =>
    error === null ? `${name} works.` : `${name} does not work. ${error}`,
})

const changing = async () =>
  (await import('../use-cases/destinations/change-destination.ts')).changeDestination

const pause = useCaseCommand({
  name: 'pause',
  summary: 'Leave the copy as it is.',
  examples: ['destinations pause studio warehouse'],
  arguments: ofDestination,
  complete: async () => ({ state: 'paused' as const }),
  useCase: changing,
  line: ({ name }) => `${name} is paused. Its copy stays as it is.`,
})

const resume = useCaseCommand({
  name: 'resume',
  summary: 'Keep the copy current again.',
  examples: ['destinations resume studio warehouse'],
  arguments: ofDestination,
  complete: async () => ({ state: 'on' as const }),
  useCase: changing,
  line: ({ name }) => `${name} is on. A running server brings its copy up to date.`,
})

const backfill = useCaseCommand({
  name: 'backfill',
  summary: 'Replace the whole copy.',
  examples: ['destinations backfill studio warehouse'],
  arguments: ofDestination,
  complete: async () => ({ state: 'on' as const, refill: true }),
  useCase: changing,
  line: ({ name }) => `${name} is filled anew by a running server.`,
})

const sql = useCaseCommand({
  name: 'sql',
  summary:
    'Print the SQL that loads the Parquet files of a destination into BigQuery or Snowflake.',
  details:
    'It creates the tables, and replaces the rows of the account in one transaction. docs/warehouse.md tells how to run it.',
  examples: [
    'destinations sql studio lake --for snowflake --from @adtally/lake',
    'destinations sql studio lake --for bigquery --from gs://ads/lake --into ads',
  ],
  arguments: ofDestination,
  options: {
    for: takes('<warehouse>', 'the warehouse that runs it', {
      choices: scriptDialects,
      isRequired: true,
    }),
    from: takes('<place>', 'where it finds the folder of the destination (default: @adtally)'),
    into: takes('<dataset>', 'the dataset or schema of the tables (default: adtally)'),
    since: takes('<entry>', 'the ledger entry that the tables have: replaces only later months', {
      read: (text) => readWholeNumber('--since', text, 1, Number.MAX_SAFE_INTEGER),
    }),
  },
  useCase: async () =>
    (await import('../use-cases/destinations/write-load-script.ts')).writeLoadScript,
  line: ({ sql }) => sql.trimEnd(),
})

const remove = useCaseCommand({
  name: 'remove',
  summary: 'Remove a destination. Its copy stays, and is not kept current any more.',
  examples: ['destinations remove studio warehouse'],
  arguments: ofDestination,
  isPlain: true,
  useCase: async () =>
    (await import('../use-cases/destinations/remove-destination.ts')).removeDestination,
  line: ({ name }) => `The destination ${name} is removed.`,
})

/** `adtally destinations`: warehouses that are kept a copy. */
export const destinationsCommand = commandGroup(
  {
    name: 'destinations',
    summary: 'Keep copies of an account in your warehouses.',
    examples: [
      'destinations add studio warehouse postgresql --address ADDRESS',
      'destinations list studio',
    ],
  },
  [list, show, add, test, pause, resume, backfill, sql, remove],
)
