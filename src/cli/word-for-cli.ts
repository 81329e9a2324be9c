import type { PullProblem } from '../connections/connection.ts'
import { kebabCase } from '../values/letter-case.ts'
import type { Refusal } from '../values/refusal.ts'
import type { Vocabulary } from '../wording/vocabulary.ts'
import { wordProblem } from '../wording/word-problem.ts'
import { type WordedRefusal, wordRefusal } from '../wording/word-refusal.ts'

/** Fields that commands take as arguments; all others are options. */
const argumentFields: Readonly<Record<string, readonly string[]>> = {
  'create-account': ['username'],
  'create-key': ['username', 'name'],
  'list-keys': ['username'],
  'reveal-key': ['username', 'name'],
  'narrow-key': ['username', 'name'],
  'rotate-key': ['username', 'name'],
  'revoke-key': ['username', 'name'],
  'create-link': ['username', 'name'],
  'list-links': ['username'],
  'revoke-link': ['username', 'name'],
  'disable-account': ['username'],
  'enable-account': ['username'],
  'rename-account': ['username', 'newUsername'],
  'set-primary-source': ['username', 'source'],
  'delete-account': ['username'],
  'set-currency': ['username', 'currency'],
  'set-password': ['username', 'password'],
  'list-users': ['username'],
  'invite-user': ['username', 'user'],
  'set-role': ['username', 'user', 'role'],
  'remove-user': ['username', 'user'],
  'set-user-password': ['user', 'password'],
  'reset-second-factor': ['user'],
  'list-sessions': ['user'],
  'end-sessions': ['user'],
  'list-apps': ['account'],
  'list-app-links': ['account'],
  'show-app': ['appId'],
  'rename-app': ['appId', 'newName'],
  'archive-app': ['appId'],
  'unarchive-app': ['appId'],
  'delete-app': ['appId'],
  'merge-apps': ['appId', 'into'],
  'unlink-app': ['network', 'networkAppId'],
  'delete-figures': ['account'],
  'link-app': ['network', 'networkAppId', 'appId'],
  'undo-import': ['id'],
  'dismiss-failed-import': ['id'],
  'set-finality': ['network', 'days'],
  reconcile: ['report'],
  'query-report': ['username'],
  'add-connection': ['connector', 'username'],
  'try-credentials': ['connector', 'username'],
  'list-connections': ['username'],
  ...Object.fromEntries(
    ['test', 'show', 'change', 'pause', 'resume', 'pull', 'remove'].map((verb) => [
      `${verb}-connection`,
      ['username', 'name'],
    ]),
  ),
  'confirm-day': ['username', 'name', 'day'],
  'begin-consent': ['username', 'name'],
  'finish-consent': ['username', 'name'],
  'list-notes': ['username'],
  'add-note': ['username', 'startDate', 'text'],
  'delete-note': ['username', 'id'],
}

const cliVocabulary: Vocabulary = {
  field: (useCase, field) =>
    argumentFields[useCase]?.includes(field) ? kebabCase(field) : `--${kebabCase(field)}`,
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
