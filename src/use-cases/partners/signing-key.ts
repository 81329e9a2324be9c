import { refuse } from '../../partners/refusals.ts'
import {
  makeSigningKey,
  type StatementSigner,
  signerFrom,
} from '../../partners/statement-signing.ts'
import type { Account } from '../../publishers/account.ts'
import { SigningKeyError } from '../../records/partners/network-marks.ts'
import { username } from '../fields.ts'
import type { Services } from '../services.ts'
import { useCase } from '../use-case.ts'

/** The key that a network signs statements with, which its first one makes. @throws Refusal `signing_key_unreadable` */
export async function signerOf(
  { networkMarks }: Services,
  network: Account,
): Promise<StatementSigner> {
  try {
    const stored = await networkMarks.signingKey(network.id)
    if (stored !== null) return signerFrom(stored)
  } catch (error) {
    if (!(error instanceof SigningKeyError)) throw error
    throw refuse('signing_key_unreadable', { username: network.username }, { cause: error })
  }
  await networkMarks.addSigningKey(network.id, makeSigningKey())
  // Another process may have added one first.
  return signerFrom((await networkMarks.signingKey(network.id))!)
}

/** Shows the public key that receivers of statements trust. */
export const showSigningKey = useCase({
  name: 'show-signing-key',
  request: { account: username },
  run: async (services, { account }) => {
    const network = await services.accounts.get(account)
    return { account, key: (await signerOf(services, network)).key }
  },
  audit: null,
})

/** Makes a new key. Receivers have to trust it, too; statements that were issued keep the earlier one. */
export const makeNewSigningKey = useCase({
  name: 'make-signing-key',
  request: { account: username },
  run: async ({ accounts, networkMarks }, { account }) => {
    const { id } = await accounts.get(account)
    const made = makeSigningKey()
    await networkMarks.setSigningKey(id, made)
    return { account, key: signerFrom(made).key }
  },
  audit: ({ account }, { key }) => [{ action: 'signing_key_made', account, facts: { key } }],
})
