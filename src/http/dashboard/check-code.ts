import type { User } from '../../publishers/user.ts'
import { Problem } from '../answer/problems.ts'
import { countAgainst } from '../plugins/count-request.ts'
import type { SignInLimits } from '../services.ts'

/**
 * Checks a code of a user's second factor. Only who knows the password or has a session gets here, so the
 * limit of a user locks nobody else out.
 *
 * @param check false or null for a wrong code
 * @throws Problem `wrong_code`; `rate_limited` after too many
 */
export async function checkCode<Result>(
  user: User,
  { byCode }: SignInLimits,
  check: () => Promise<Result | false | null>,
): Promise<Result> {
  const seconds = await countAgainst(byCode, user.login)
  if (seconds !== null) {
    throw new Problem(
      'rate_limited',
      `Too many wrong codes; try again in ${Math.ceil(seconds / 60)} minutes.`,
      { headers: { 'retry-after': String(seconds) } },
    )
  }
  const result = await check()
  if (result === false || result === null) {
    throw new Problem('wrong_code', 'The code is wrong, too old, or was used already.')
  }
  await byCode.delete(user.login)
  return result
}
