import { refuse } from './refusals.ts'

export const bankDateFormats = ['YYYY-MM-DD', 'DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY'] as const
export const bankDecimalMarks = ['.', ','] as const
/** What is between the cells of a line, by name. */
export const bankDelimiters = { comma: ',', semicolon: ';', tab: '\t' } as const

export type BankDateFormat = (typeof bankDateFormats)[number]
export type BankDecimalMark = (typeof bankDecimalMarks)[number]

/** What a mapping reads of a line. */
export const bankRoles = ['date', 'amount', 'reference', 'payer', 'currency'] as const

export type BankRole = (typeof bankRoles)[number]

/** The bounds of a mapping, in characters except for `payers`. */
export const bankMappingBounds = { name: 64, column: 100, contains: 100, payers: 50 } as const

/** A network by how its payments are marked. */
export interface BankPayer {
  /** What the payer or the reference contains, in any case. Not empty. */
  readonly contains: string
  readonly network: string
}

/** How the lines of a bank's CSV are read. Other columns are not. */
export interface BankMapping {
  readonly name: string
  /** The names of the columns, as the file has them. */
  readonly columns: Readonly<Partial<Record<BankRole, string>>> & {
    readonly date: string
    readonly amount: string
  }
  readonly dateFormat: BankDateFormat
  readonly decimal: BankDecimalMark
  readonly delimiter: keyof typeof bankDelimiters
  /** Of lines whose currency no column states. */
  readonly currency: string
  /** The networks whose payments are read; with none of them, all incoming payments. */
  readonly payers: readonly BankPayer[]
}

/**
 * The columns of a mapping, with its roles.
 *
 * @throws Refusal `mapping_column_reused` when two roles name the same column
 */
export function mappedColumns({ name, columns }: BankMapping): ReadonlyMap<BankRole, string> {
  const mapped = bankRoles.flatMap((role) => {
    const column = columns[role]?.trim()
    return column === undefined ? [] : [[role, column] as const]
  })
  for (const [column, uses] of Map.groupBy(mapped, ([, column]) => column)) {
    const roles = uses.map(([role]) => role)
    if (roles.length > 1) throw refuse('mapping_column_reused', { mapping: name, column, roles })
  }
  return new Map(mapped)
}
