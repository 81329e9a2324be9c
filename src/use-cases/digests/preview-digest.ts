import { Type } from 'typebox'
import { digestPeriods } from '../../messages/digest-period.ts'
import type { Principal } from '../../publishers/principal.ts'
import { ownerOf } from '../../publishers/user.ts'
import { oneOf, username } from '../fields.ts'
import { refuse } from '../refusals.ts'
import { readsOnly, useCase } from '../use-case.ts'
import { composeDigest } from './compose-digest.ts'
import type { Digest } from './digest.ts'
import { lastDigestDay } from './digest-schedule.ts'

/** The last digest of an account as it would be sent now, with all apps. Its citations are paths. */
export const previewDigest = useCase({
  name: 'preview-digest',
  request: { username, period: Type.Optional(oneOf(digestPeriods)) },
  audit: readsOnly,
  run: async (services, request, io): Promise<Digest> => {
    const principal = ownerOf(await services.accounts.get(request.username))
    return previewDigestFor(principal, '').run(services, request, io)
  },
})

/** {@link previewDigest} of what a principal sees. @param baseUrl of the server */
export const previewDigestFor = (
  principal: Principal,
  baseUrl: string,
): Pick<typeof previewDigest, 'run'> => ({
  run: async (services, { username, period = 'daily' }, { signal }) => {
    const lastDay = lastDigestDay(period, services.now().getTime())
    const request = { principal, period, lastDay, corrects: null, baseUrl }
    const composed = await composeDigest(services, request, signal)
    if (!composed) throw refuse('digest_without_figures', { username })
    return composed.digest
  },
})
