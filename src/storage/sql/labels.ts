import { builtInNames, codeOfLabel, type LabelName } from '../../facts/label-names.ts'
import { isPacked, namesOfPacked, packedCodeOf } from '../../facts/packed-labels.ts'
import { type LabelKind, labelKinds, type NewLabel } from '../../ledger/journal.ts'
import { compareUtf8 } from '../../values/compare-utf8.ts'

/** The account of the names that all accounts share: those from before accounts had their own. */
export const sharedAccount = 0

/** The names of one kind and their codes, in one account. A code keeps its name forever. */
export class LabelSet {
  readonly #shared: LabelSet | null
  readonly #codes = new Map<string, number>()
  #names: string[] | null = null
  #ranks: number[] | null = null

  /** @param shared names that come before the account's own; null for none */
  constructor(shared: LabelSet | null) {
    this.#shared = shared
  }

  add(code: number, name: string): void {
    this.#codes.set(name, code)
    this.#names = null
    this.#ranks = null
  }

  remove(name: string): void {
    this.#codes.delete(name)
    this.#names = null
    this.#ranks = null
  }

  codeOf(name: string): number | null {
    return this.#codes.get(name) ?? this.#shared?.codeOf(name) ?? null
  }

  /** The first code that no name has. */
  get nextCode(): number {
    return (this.#shared?.nextCode ?? 0) + this.#codes.size
  }

  /** The names that are not shared, with their codes. */
  get own(): ReadonlyMap<string, number> {
    return this.#codes
  }

  /** Names at the index of their code. Never changes: later names are in another list. */
  get names(): readonly string[] {
    if (!this.#names) {
      this.#names = [...(this.#shared?.names ?? [])]
      for (const [name, code] of this.#codes) this.#names[code] = name
    }
    return this.#names
  }

  /** For each code, the position of its name in the list of names, sorted by their UTF-8 bytes. */
  ranks(): readonly number[] {
    if (!this.#ranks) {
      const ranks: number[] = []
      for (const [rank, name] of [...this.names].sort(compareUtf8).entries()) {
        ranks[this.codeOf(name) ?? 0] = rank
      }
      this.#ranks = ranks
    }
    return this.#ranks
  }
}

const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function builtIn(kind: LabelKind): LabelSet {
  const set = new LabelSet(null)
  for (const [code, name] of builtInNames(kind).entries()) set.add(code, name)
  return set
}

/** The label sets of one account. */
export class AccountLabels {
  readonly #sets: ReadonlyMap<string, LabelSet>

  constructor(shared: AccountLabels | null) {
    this.#sets = new Map(
      labelKinds.map((kind) => [kind, new LabelSet(shared ? shared.setOf(kind) : builtIn(kind))]),
    )
  }

  setOf(kind: LabelKind): LabelSet {
    return this.#sets.get(kind)!
  }

  /** The code of a name; null when it has none. */
  codeOf(label: LabelName, name: string): number | null {
    const code = codeOfLabel(label)
    return isPacked(code) ? packedCodeOf(code, name) : this.#sets.get(label)!.codeOf(name)
  }

  /** A label's names at the index of their code. */
  namesOf(label: LabelName): readonly string[] {
    const code = codeOfLabel(label)
    return isPacked(code) ? namesOfPacked(code) : this.#sets.get(label)!.names
  }

  /** Chooses codes for names that have none, sorted by name, so that codes sort like names. */
  assign(kind: LabelKind, names: readonly string[]): Omit<NewLabel, 'accountId'>[] {
    const set = this.setOf(kind)
    const unknown = names.filter((name) => set.codeOf(name) === null).sort(byCodeUnits)
    const first = set.nextCode
    return unknown.map((name, index) => ({ kind, code: first + index, name }))
  }
}

/**
 * All label sets of a database, kept in memory. Each account has its own, so names of one account
 * neither use up another's codes nor slow its questions down. A secondary report counts as an account.
 */
export class Labels {
  readonly #shared = new AccountLabels(null)
  readonly #accounts = new Map<number, AccountLabels>()

  /** The labels of an account, or of a secondary report. */
  of(accountId: number): AccountLabels {
    return this.#accounts.get(accountId) ?? this.#shared
  }

  /** Every label of every account. */
  get all(): NewLabel[] {
    const accounts = [[sharedAccount, this.#shared] as const, ...this.#accounts]
    return accounts.flatMap(([accountId, labels]) =>
      labelKinds.flatMap((kind) =>
        [...labels.setOf(kind).own].map(([name, code]) => ({ accountId, kind, code, name })),
      ),
    )
  }

  /** Adds labels; those that accounts share come before any account's own. */
  add(committed: readonly NewLabel[]): void {
    for (const { accountId, kind, code, name } of committed) {
      this.#own(accountId).setOf(kind).add(code, name)
    }
  }

  /** Undoes the last {@link add}, because its import was not committed. */
  remove(added: readonly NewLabel[]): void {
    for (const { accountId, kind, name } of added) this.#own(accountId).setOf(kind).remove(name)
  }

  #own(accountId: number): AccountLabels {
    if (accountId === sharedAccount) return this.#shared
    const known = this.#accounts.get(accountId) ?? new AccountLabels(this.#shared)
    this.#accounts.set(accountId, known)
    return known
  }
}
