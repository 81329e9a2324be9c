import { Type } from 'typebox'
import { factsOf } from '../audit-facts.ts'
import { flag, username } from '../fields.ts'
import { readsOnly, useCase } from '../use-case.ts'
import { statementName } from './partner-fields.ts'

const maxLogoCharacters = 100_000

/** Sets how a network looks to its partners: on their dashboard, and on statements from now on. Absent fields stay. */
export const setMark = useCase({
  name: 'set-mark',
  request: {
    account: username,
    name: Type.Optional(statementName),
    /** Empty for the usual one. */
    accent: Type.Optional(
      Type.String({
        pattern: '^(#[0-9a-f]{6})?$',
        maxLength: 7,
        description: 'a colour such as #0a7f5a',
      }),
    ),
    /** Empty for none. */
    logo: Type.Optional(
      Type.String({
        // Not SVG, which can have scripts.
        pattern: '^(data:image/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2})?$',
        maxLength: maxLogoCharacters,
        description: `a PNG, JPEG or WebP picture as a data URL of at most ${maxLogoCharacters} characters`,
      }),
    ),
    poweredBy: flag,
  },
  run: async ({ accounts, networkMarks }, { account, ...given }) => {
    const { id, username } = await accounts.get(account)
    const before = await networkMarks.mark(id)
    const mark = {
      name: given.name ?? before.name,
      accent: given.accent === undefined ? before.accent : given.accent || null,
      logo: given.logo === undefined ? before.logo : given.logo || null,
      showsPoweredBy: given.poweredBy ?? before.showsPoweredBy,
    }
    await networkMarks.setMark(id, mark)
    return toMarkView(username, mark)
  },
  audit: ({ account, logo, ...facts }) => [
    {
      action: 'mark_set',
      account,
      facts: factsOf({
        ...facts,
        ...(logo !== undefined && { logo: logo === '' ? 'removed' : 'set' }),
      }),
    },
  ],
})

/** Shows how a network looks to its partners. */
export const showMark = useCase({
  name: 'show-mark',
  request: { account: username },
  run: async ({ accounts, networkMarks }, { account }) => {
    const { id, username } = await accounts.get(account)
    return toMarkView(username, await networkMarks.mark(id))
  },
  audit: readsOnly,
})

const toMarkView = (
  account: string,
  {
    name,
    accent,
    logo,
    showsPoweredBy,
  }: {
    readonly name: string | null
    readonly accent: string | null
    readonly logo: string | null
    readonly showsPoweredBy: boolean
  },
) => ({ account, name: name ?? account, accent, logo, shows_powered_by: showsPoweredBy })
