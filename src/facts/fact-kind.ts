import type { CellRule } from '../values/cell-rule.ts'
import { isPacked, type PackedCode } from './packed-labels.ts'

/** A label of rows besides their day and app. */
export interface FactLabel extends CellRule {
  /** Its name in answers and exports, where files have another name. */
  readonly shownAs?: string
  readonly description: string
  /** Several of them, in texts: `networks`. */
  readonly plural: string
  readonly example: string
  /** The case that names are asked for in, whatever case a question has; absent where case matters. */
  readonly letters?: 'lower' | 'upper'
  /** The name of the rest in answers, which files cannot state and questions can; absent where files can state it. */
  readonly restName?: string
  /** The form of all names that questions have, for machines; absent where most texts are accepted. */
  readonly pattern?: string
  /** Whether it is part of the slice: a report states all rows of a slice at once. */
  readonly ofSlice: boolean
  /** Whether only rows of one value count for an app and day: see primary-source.ts. */
  readonly hasPrimary?: true
  /** How it is stored: as an account's code of a name, in 16 or 32 bits, or as its own number, see packed-labels.ts. */
  readonly code: 16 | 32 | PackedCode
  /** The label of rows that state none; absent where it is required. */
  readonly fallback?: string
  /** The names that have the first codes in every account. They stay the same for ever. */
  readonly builtIn?: readonly string[]
}

/** A whole number of a row, 0 or more; of money, in a `currency`, which is stored in whole micros. */
export interface FactNumber {
  /** Whether every row states it. Otherwise it may be unknown, which is null and never 0. */
  readonly required: boolean
  /** Whether slices have its total. */
  readonly inSlices: boolean
  /** Of money, its column in the table of originals; its own name when absent. */
  readonly original?: string
}

/** The declaration of a kind of fact. All else follows from it. */
export interface FactDeclaration {
  /** Names its rows in stores, documents and refusals. */
  readonly name: string
  readonly title: string
  /** Adtally itself makes its rows; no file is read as it. */
  readonly isDerived?: true
  /**
   * The tables of its rows, slices and changes, and with {@link money} that files state, of its amounts as they were reported
   * in other currencies. Tables of past rows and slices begin with `past_`.
   */
  readonly tables: {
    readonly rows: string
    readonly slices: string
    readonly changes: string
    readonly originals?: string
  }
  /** For how many days its rows change, at least; absent where the rules of networks tell. */
  readonly finalAfterDays?: number
  /** In the order of stored keys. Those of slices come first. */
  readonly labels: Readonly<Record<string, FactLabel>>
  /** With {@link money}, at least one is required. */
  readonly counts: Readonly<Record<string, FactNumber>>
  readonly money: Readonly<Record<string, FactNumber>>
}

type Names<Record> = Extract<keyof Record, string>

/** The columns of a kind's rows in files. */
export type FactColumn<Declared extends FactDeclaration> =
  | 'date'
  | 'app_id'
  | Names<Declared['labels']>
  | Names<Declared['counts']>
  | Names<Declared['money']>
  | (Names<Declared['money']> extends never ? never : 'currency')

/** A kind of fact: what is declared, and what is derived from it for every kind alike. */
export interface Derived<Declared extends FactDeclaration> {
  /** The columns of files, in their order. */
  readonly columns: readonly FactColumn<Declared>[]
  readonly requiredColumns: readonly FactColumn<Declared>[]
  /** The columns of files that identify a row. */
  readonly keyColumns: readonly FactColumn<Declared>[]
  /** The columns of files that identify a slice. A row without them cannot be skipped. */
  readonly sliceColumns: readonly FactColumn<Declared>[]
  readonly countNames: readonly Names<Declared['counts']>[]
  readonly moneyNames: readonly Names<Declared['money']>[]
  readonly hasMoney: boolean
  /** The columns of reported amounts in the table of originals, in the order of `moneyNames`. */
  readonly originalNames: readonly string[]
  /** The labels that are stored as codes of names. */
  readonly namedLabels: readonly Names<Declared['labels']>[]
  /** Stored numbers of rows and of slices, by their columns. */
  readonly rowNumbers: readonly string[]
  readonly sliceNumbers: readonly string[]
  /** The columns of numbers that rows may not know. */
  readonly optionalNumbers: readonly string[]
  /** The columns of totals that tell of each slice how much is in it: the first number that rows always know, and money. */
  readonly mainNumbers: readonly string[]
  /** Stored keys, as lists of columns for SQL. */
  readonly rowKey: string
  readonly sliceKey: string
  /** The order of stored rows and slices: one app's days are next to each other. */
  readonly rowOrder: string
  readonly sliceOrder: string
  /** The columns of stored rows: their key and their numbers. */
  readonly rowColumns: string
  /** Those of slices as an import states them. */
  readonly statedColumns: string
  /** Those of slices with the entry that wrote them and the entry that last changed their rows. */
  readonly versionColumns: string
  /** The label of slices: the network, or the source. */
  readonly sliceLabel: Names<Declared['labels']>
}

export type FactKind<Declared extends FactDeclaration = FactDeclaration> = Declared &
  Derived<Declared>

/** Derives a kind of fact from its declaration. */
export function factKind<const Declared extends FactDeclaration>(
  declared: Declared,
): FactKind<Declared> {
  type Column = FactColumn<Declared>
  const labels = Object.entries(declared.labels)
  const counts = Object.entries(declared.counts)
  const namesOf = <Entry>(entries: [string, Entry][], is: (entry: Entry) => boolean = () => true) =>
    entries.filter(([, entry]) => is(entry)).map(([name]) => name)
  const money = Object.entries(declared.money)
  const ofSlice = namesOf(labels, (label) => label.ofSlice)
  const others = namesOf(labels, (label) => !label.ofSlice)
  const required = namesOf(labels, (label) => label.required)
  const countNames = namesOf(counts)
  const moneyNames = namesOf(money)
  const numbers = [...counts, ...money.map(([name, one]) => [microsOf(name), one] as const)]
  const columnsOf = (is: (number: FactNumber) => boolean = () => true) =>
    numbers.filter(([, number]) => is(number)).map(([column]) => column)
  const sliceOrder = ['account', 'app', 'day', ...ofSlice]
  const rowKey = ['day', 'account', 'app', ...ofSlice, ...others].join(', ')
  const sliceKey = ['day', 'account', 'app', ...ofSlice].join(', ')
  const sliceNumbers = columnsOf(({ inSlices }) => inSlices)
  const statedColumns = [
    sliceKey,
    'import_id',
    'row_count',
    ...sliceNumbers,
    'fingerprint',
    'fingerprint_version',
  ].join(', ')
  const derived = {
    columns: [
      'date',
      'app_id',
      ...required,
      ...countNames,
      ...moneyNames,
      ...namesOf(labels, (label) => !label.required),
      ...(money.length > 0 ? ['currency'] : []),
    ] as Column[],
    requiredColumns: [
      'date',
      'app_id',
      ...required,
      ...namesOf([...counts, ...money], (number) => number.required),
    ] as Column[],
    keyColumns: ['date', 'app_id', ...ofSlice, ...others] as Column[],
    sliceColumns: ['date', 'app_id', ...ofSlice] as Column[],
    countNames,
    moneyNames,
    hasMoney: money.length > 0,
    originalNames: money.map(([name, { original = name }]) => original),
    namedLabels: namesOf(labels, (label) => !isPacked(label.code)),
    rowNumbers: columnsOf(),
    sliceNumbers,
    optionalNumbers: columnsOf(({ required }) => !required),
    mainNumbers: mainNumbersOf(numbers, moneyNames),
    rowKey,
    sliceKey,
    rowOrder: [...sliceOrder, ...others].join(', '),
    sliceOrder: sliceOrder.join(', '),
    rowColumns: [rowKey, ...columnsOf()].join(', '),
    statedColumns,
    versionColumns: `${statedColumns}, since, changed, restatements`,
    sliceLabel: ofSlice[0],
  }
  return { ...declared, ...derived } as unknown as FactKind<Declared>
}

/** The column in which money is stored, in micros. */
export const microsOf = (name: string): string => `${name}_micros`

function mainNumbersOf(
  numbers: readonly (readonly [string, FactNumber])[],
  moneyNames: readonly string[],
): string[] {
  const [first] = numbers.find(([, { required }]) => required)!
  return [...new Set([first, ...moneyNames.map(microsOf)])]
}
