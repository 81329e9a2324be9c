import { readWholeNumber } from '../config/settings.ts'
import type { ImportedLine, ImportedStatement } from '../use-cases/money/import-statements.ts'
import type { LineView, PartView } from '../use-cases/money/statement-view.ts'
import { counted } from '../wording/phrases.ts'
import { takes } from './command-fields.ts'
import { dryRunText } from './confirm.ts'
import { shownMoney } from './money.ts'
import { readPart, readPayer } from './money-options.ts'
import { print, printTable } from './print.ts'
import { commandGroup, useCaseCommand } from './run-command.ts'
import type { Shell } from './shell.ts'
import { distrustKey, listTrustedKeys, trustKey } from './statement-keys.ts'

const importStatements = useCaseCommand({
  name: 'import',
  summary: 'Import statements and payments of networks.',
  details:
    "Reads a CSV of network,period,kind,amount,currency,date,reference, signed statements of another Adtally whose key is trusted, AdSense's list of payments, Unity's transactions, and any bank's CSV with a mapping. A file that was imported before is not imported again.",
  examples: [
    'statements import studio march.csv --dry-run',
    'statements import studio bank.csv --mapping mybank',
  ],
  arguments: { account: takes('<username>', 'the account') },
  files: 'CSV or JSON; may be gzipped or zipped; - reads stdin',
  options: {
    mapping: takes('<name>', "how a bank's CSV is read; see adtally statements map"),
    dryRun: dryRunText,
  },
  useCase: async () => (await import('../use-cases/money/import-statements.ts')).importStatements,
  show: (shell, { account, statements }, { dryRun }) => {
    for (const one of statements) printImported(shell, one, account)
    if (dryRun) print(shell, 'Nothing was imported.')
  },
})

function printImported(shell: Shell, one: ImportedStatement, account: string): void {
  const { file, statement, is_repeated: isRepeated, lines, waiting, skipped } = one
  if (isRepeated) {
    print(shell, `${file}: imported before as ${statement}; nothing was done.`)
    return
  }
  const others = skipped === 0 ? '' : `, ${counted(skipped, 'other line')} not stored`
  print(shell, `${file}: ${counted(lines.length, 'line')}${others}.`)
  printLines(shell, lines)
  if (waiting > 0) {
    print(
      shell,
      `Waiting to be assigned: ${counted(waiting, 'line')}. List them: adtally statements lines ${account} --waiting`,
    )
  }
  if (statement !== null)
    print(shell, `To undo it: adtally statements undo ${account} ${statement}`)
}

function printLines(shell: Shell, lines: readonly ImportedLine[]): void {
  printTable(shell, lineHeader, lines.map(lineRow))
}

const lineHeader = ['line', 'date', 'kind', 'amount', 'for', 'reference']

const lineRow = (line: ImportedLine): string[] => [
  line.id === null ? 'new' : String(line.id),
  line.date,
  line.reason === null ? line.kind : `${line.kind} (${line.reason})`,
  `${shownMoney(line.amount, line.currency)} ${line.currency}`,
  line.parts.length === 0 ? (line.network ?? '?') : line.parts.map(partText(line)).join(', '),
  line.reference,
]

const partText =
  ({ parts, currency }: Pick<LineView, 'parts' | 'currency'>) =>
  ({ network, month, app_id: app, amount }: PartView): string => {
    const of = app === null ? `${network} ${month}` : `${network} ${month} ${app}`
    return parts.length === 1 ? of : `${of}: ${shownMoney(amount, currency)}`
  }

const list = useCaseCommand({
  name: 'list',
  summary: 'List imports of statements, the newest first.',
  examples: ['statements list studio'],
  arguments: { username: 'the account' },
  useCase: async () => (await import('../use-cases/money/list-statements.ts')).listStatements,
  table: {
    header: ['id', 'imported', 'source', 'file', 'lines', 'waiting'],
    toRow: (one) => [
      one.id,
      one.imported_at.slice(0, 19).replace('T', ' '),
      one.source,
      one.undone_at === null ? one.file : `${one.file} (undone)`,
      String(one.lines),
      String(one.waiting),
    ],
    whenEmpty: ({ username }) =>
      `No statements. Import one: adtally statements import ${username} FILE`,
  },
})

const lines = useCaseCommand({
  name: 'lines',
  summary: 'List lines of statements, the newest days first.',
  examples: [
    'statements lines studio --waiting',
    'statements lines studio --network admob --month 2026-03',
  ],
  arguments: { username: 'the account' },
  options: {
    waiting: 'only lines that wait to be assigned',
    network: takes('<network>', 'only lines of this network'),
    month: takes('<month>', 'only lines that are about this month, as YYYY-MM'),
    statement: takes('<id>', 'only lines of this statement import'),
  },
  useCase: async () => (await import('../use-cases/money/list-lines.ts')).listLines,
  table: {
    header: lineHeader,
    toRow: lineRow,
    whenEmpty: 'No such lines.',
  },
})

const lineArguments = {
  username: 'the account',
  id: takes('<line>', 'the number of the line, see adtally statements lines', {
    read: (text) => readWholeNumber('<line>', text, 1, Number.MAX_SAFE_INTEGER),
  }),
}

const assign = useCaseCommand({
  name: 'assign',
  summary: 'Say which network and month a line is for.',
  details:
    'Give one place for all of the line, or several with amounts that add up to it: one payment may be for several months, and one bank line for several networks.',
  examples: [
    'statements assign studio 7 admob:2026-03',
    'statements assign studio 7 admob:2026-03:100.20,admob:2026-04:80',
  ],
  arguments: {
    ...lineArguments,
    parts: takes('<places>', 'NETWORK:MONTH, or several NETWORK:MONTH:AMOUNT separated by commas', {
      read: (text) => text.split(',').map(readPart),
    }),
  },
  useCase: async () => (await import('../use-cases/money/assign-line.ts')).assignLine,
  line: (line) => `Line ${line.id} is for ${line.parts.map(partText(line)).join(', ')}.`,
})

const mark = useCaseCommand({
  name: 'mark',
  summary: 'Say whether an adjustment is in the reported figures too.',
  details:
    'A deduction that the network also took from its reports counts once. Adtally finds deductions with the amount of a restatement by itself.',
  examples: ['statements mark studio 7 restated', 'statements mark studio 7 not-restated'],
  arguments: {
    ...lineArguments,
    restated: takes('<restated|not-restated>', 'whether its amount is in the figures', {
      read: (text) => ({ restated: true, 'not-restated': false })[text] ?? text,
    }),
  },
  useCase: async () => (await import('../use-cases/money/mark-restated.ts')).markRestated,
  line: ({ id, restated }) =>
    `Line ${id} ${restated ? 'is in the reported figures, and counts once' : 'is not in the reported figures'}.`,
})

const undo = useCaseCommand({
  name: 'undo',
  summary: 'Undo an import of statements.',
  details: 'An import that a closed month uses cannot be undone: open the month again first.',
  examples: ['statements undo studio S3'],
  arguments: {
    username: 'the account',
    id: takes('<id>', 'the id of the import, such as S3; see adtally statements list'),
  },
  isPlain: true,
  useCase: async () => (await import('../use-cases/money/undo-statement.ts')).undoStatement,
  line: ({ statement, lines: count }) =>
    `The statement import ${statement} is undone: ${counted(count, 'line')}.`,
})

const map = useCaseCommand({
  name: 'map',
  summary: "Save how a bank's CSV is read.",
  details:
    'Only the named columns are read. With --payer, only lines that contain one of the texts are stored.',
  examples: [
    'statements map studio mybank --date Date --amount Amount --payer-column Payer --currency EUR --payer "GOOGLE IRELAND=admob"',
  ],
  arguments: { username: 'the account', name: 'a name for the mapping' },
  otherOptions: {
    date: takes('<column>', 'the column of days', { isRequired: true }),
    amount: takes('<column>', 'the column of amounts', { isRequired: true }),
    referenceColumn: takes('<column>', 'the column of references'),
    payerColumn: takes('<column>', 'the column of payers'),
    currencyColumn: takes('<column>', 'the column of currencies'),
    payer: takes('<text=network>', 'a text in payer or reference, and the network that pays', {
      repeats: true,
    }),
  },
  options: {
    dateFormat: takes('<format>', 'YYYY-MM-DD, DD.MM.YYYY, DD/MM/YYYY or MM/DD/YYYY', {
      default: 'YYYY-MM-DD',
    }),
    decimal: takes('<sign>', 'the decimal sign: . or ,', { default: '.' }),
    delimiter: takes('<name>', 'comma, semicolon or tab', { default: 'comma' }),
    currency: takes('<code>', 'the currency of lines without one', { isRequired: true }),
  },
  useCase: async () => (await import('../use-cases/money/mappings.ts')).saveMapping,
  complete: (_shell, _given, options) => {
    const { date, amount, referenceColumn, payerColumn, currencyColumn, payer } =
      options as MapOptions
    return {
      columns: {
        date,
        amount,
        ...(referenceColumn && { reference: referenceColumn }),
        ...(payerColumn && { payer: payerColumn }),
        ...(currencyColumn && { currency: currencyColumn }),
      },
      payers: (payer ?? []).map(readPayer),
    }
  },
  line: ({ name }, { username }) =>
    `The mapping is saved. Try it: adtally statements import ${username} FILE --mapping ${name} --dry-run`,
})

interface MapOptions {
  readonly date: string
  readonly amount: string
  readonly referenceColumn?: string
  readonly payerColumn?: string
  readonly currencyColumn?: string
  readonly payer?: readonly string[]
}

const mappings = useCaseCommand({
  name: 'mappings',
  summary: 'List how files of banks are read.',
  examples: ['statements mappings studio'],
  arguments: { username: 'the account' },
  useCase: async () => (await import('../use-cases/money/mappings.ts')).listMappings,
  table: {
    header: ['name', 'columns', 'days', 'currency', 'payers'],
    toRow: (one) => [
      one.name,
      Object.values(one.columns).join(', '),
      one.date_format,
      one.currency,
      one.payers
        .map((payer: { contains: string; network: string }) => `${payer.contains}=${payer.network}`)
        .join(', '),
    ],
    whenEmpty: ({ username }) =>
      `No mappings. Save one with: adtally statements map ${username} NAME`,
  },
})

const unmap = useCaseCommand({
  name: 'unmap',
  summary: 'Delete a mapping. Statements that were read with it stay.',
  examples: ['statements unmap studio mybank'],
  arguments: { username: 'the account', name: 'the name of the mapping' },
  isPlain: true,
  useCase: async () => (await import('../use-cases/money/mappings.ts')).deleteMapping,
  line: ({ name }) => `The mapping ${name} is deleted.`,
})

/** `adtally statements`: statements and payments of networks. */
export const statementsCommand = commandGroup(
  {
    name: 'statements',
    summary: 'Import statements and payments of networks, and say what they are for.',
    examples: ['statements import studio march.csv --dry-run', 'statements lines studio --waiting'],
  },
  [
    importStatements,
    list,
    lines,
    assign,
    mark,
    undo,
    map,
    mappings,
    unmap,
    trustKey,
    listTrustedKeys,
    distrustKey,
  ],
)
