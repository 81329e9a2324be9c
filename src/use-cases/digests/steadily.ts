import type { Principal } from '../../publishers/principal.ts'
import type { FiguresAt, ReportStore } from '../../reporting/report-store.ts'

/** Imports came faster than figures could be read from one state. It is worth another try. */
export class ChangingFiguresError extends Error {
  override readonly name = 'ChangingFiguresError'
  override readonly message = 'Imports follow one another too fast for a digest of one state.'
}

const maxTries = 3

/** Reads while an account's figures stay the same, and again when they changed. @throws ChangingFiguresError */
export async function steadily<Found>(
  { figures: { states } }: { readonly figures: Pick<ReportStore, 'states'> },
  { account }: Pick<Principal, 'account'>,
  read: (state: FiguresAt) => Promise<Found>,
): Promise<Found> {
  for (let tries = 0; tries < maxTries; tries++) {
    const state = await states.of(account.id)
    const found = await read(state)
    if ((await states.of(account.id)).version === state.version) return found
  }
  throw new ChangingFiguresError()
}
