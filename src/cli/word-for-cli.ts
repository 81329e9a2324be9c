import type { PullProblem } from '../connections/connection.ts'
import { kebabCase } from '../values/letter-case.ts'
import type { Refusal } from '../values/refusal.ts'
import type { Vocabulary } from '../wording/vocabulary.ts'
import { wordProblem } from '../wording/word-problem.ts'
import { type WordedRefusal, wordRefusal } from '../wording/word-refusal.ts'
import { isArgument } from './command-arguments.ts'

const cliVocabulary: Vocabulary = {
  field: (_, field) => (isArgument(field) ? kebabCase(field) : `--${kebabCase(field)}`),
  option: (field, placeholder) => inline([`--${kebabCase(field)}`, placeholder]),
  setting: (field, value) => inline([`--${kebabCase(field)}`, value]),
  command: (words) => `adtally ${words}`,
  variable: (name) => inline([name]),
  path: (path) => path,
}

/** Words what keeps a report of a connection from being imported. */
export const wordProblemForCli = (problem: PullProblem, title: string): WordedRefusal =>
  wordProblem(problem, title, cliVocabulary)

/** Words a refusal for the command line. */
export const wordForCli = (refusal: Refusal): WordedRefusal => wordRefusal(refusal, cliVocabulary)

const inline = (words: readonly (string | undefined)[]): string =>
  `\`${words.filter((word) => word !== undefined).join(' ')}\``
