import type { Refusal } from '../values/refusal.ts'
import type { Vocabulary } from '../wording/vocabulary.ts'
import { type WordedRefusal, wordRefusal } from '../wording/word-refusal.ts'

/** Fields that commands take as arguments; all others are options. */
const argumentFields: Readonly<Record<string, readonly string[]>> = {
  'create-account': ['username'],
  'rotate-key': ['username'],
  'disable-account': ['username'],
  'set-password': ['username', 'password'],
  'list-users': ['username'],
  'invite-user': ['username', 'user'],
  'set-role': ['username', 'user', 'role'],
  'remove-user': ['username', 'user'],
  'set-user-password': ['user', 'password'],
  'reset-second-factor': ['user'],
  'list-sessions': ['user'],
  'end-sessions': ['user'],
  'link-app': ['network', 'networkAppId', 'appId'],
  'undo-import': ['id'],
  'set-finality': ['network', 'days'],
  reconcile: ['report'],
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

/** Words a refusal for the command line. */
export const wordForCli = (refusal: Refusal): WordedRefusal => wordRefusal(refusal, cliVocabulary)

const inline = (words: readonly (string | undefined)[]): string =>
  `\`${words.filter((word) => word !== undefined).join(' ')}\``

const kebabCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
