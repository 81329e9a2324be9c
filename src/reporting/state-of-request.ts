import type { ReportRequest } from './report-request.ts'
import type { FigureStates, FiguresAt } from './report-store.ts'

/**
 * Finds the state that a question about an account is answered from. Look for its apps afterwards: then
 * all apps of the state are known.
 *
 * @param asOfMs milliseconds since 1970; undefined for now
 */
export const stateFor = (
  figures: { readonly states: Pick<FigureStates, 'of' | 'asOf'> },
  account: number,
  asOfMs: number | undefined,
): Promise<FiguresAt> =>
  asOfMs === undefined ? figures.states.of(account) : figures.states.asOf(asOfMs)

/** The same request about a state that was found, whatever is imported meanwhile. */
export function atState(
  { asOfMs: _, ...request }: ReportRequest,
  { entry }: FiguresAt,
): ReportRequest {
  return { ...request, entry }
}
