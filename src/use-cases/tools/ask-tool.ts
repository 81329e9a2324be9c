import { Type } from 'typebox'
import type { Principal } from '../../publishers/principal.ts'
import { ownerOf } from '../../publishers/user.ts'
import { QuestionError } from '../../reporting/question/question-error.ts'
import { ReportError } from '../../reporting/report-error.ts'
import { dayOf } from '../../values/day.ts'
import { oneOf, username } from '../fields.ts'
import { maxReportDays } from '../report/query-report.ts'
import { readsOnly, useCase } from '../use-case.ts'
import { checkClaims } from './check-claims.ts'
import { describeData } from './describe-data.ts'
import { explainChange } from './explain-change.ts'
import { getFreshness } from './get-freshness.ts'
import { listChanges } from './list-changes.ts'
import { runReport } from './run-report.ts'
import type { Tool, ToolArguments, ToolSources } from './tool.ts'

/** What agents may ask, by the name of the tool. */
export const tools = {
  describe_data: describeData,
  run_report: runReport,
  explain_change: explainChange,
  list_changes: listChanges,
  get_freshness: getFreshness,
  check_claims: checkClaims,
} as const satisfies Record<string, Tool>

export type ToolName = keyof typeof tools

/** The names of all tools, in the order that agents see them. */
export const toolNames = Object.keys(tools) as ToolName[]

/** An answer as JSON, or why the question cannot be answered. */
export type ToolAnswer = { readonly answer: object } | { readonly refused: string }

/** Answers a question of an agent, on behalf of a principal. */
export async function answerTool(
  sources: ToolSources,
  principal: Principal,
  { tool, given }: { readonly tool: ToolName; readonly given: ToolArguments },
  signal: AbortSignal,
): Promise<ToolAnswer> {
  try {
    return { answer: await tools[tool](sources, principal, given, signal) }
  } catch (error) {
    if (error instanceof QuestionError || error instanceof ReportError) {
      return { refused: error.message }
    }
    throw error
  }
}

/** Answers a question of an agent, with all apps of an account. */
export const askTool = useCase({
  name: 'ask-tool',
  request: {
    username,
    tool: oneOf(toolNames),
    given: Type.String({
      maxLength: 1_048_576,
      description: 'the arguments of the tool as a JSON object',
    }),
  },
  audit: readsOnly,
  run: async (services, { username, tool, given }, { signal }): Promise<ToolAnswer> => {
    const account = await services.accounts.get(username)
    const today = dayOf(services.now().getTime())
    const sources = { ...services, today: () => today, maxRangeDays: maxReportDays }
    return answerTool(sources, ownerOf(account), { tool, given: JSON.parse(given) }, signal)
  },
})
