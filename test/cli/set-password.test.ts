import { describe, expect, test } from 'vitest'
import { adtally, adtallyWorks, expectOneClearLine, signIn } from './run-adtally.ts'
import { launch, serveProcess } from './spawn-adtally.ts'
import { newStudio, type Studio, shareStudio, within } from './studio.ts'

const password = 'studio opens at dawn'
const other = 'studio closes at dusk'

const setPassword = (studio: Studio, input: string | Uint8Array, username = 'studio') =>
  adtally(['accounts', 'set-password', username], { ...studio.options, input })

/** The passwords that an account accepts. No server may be running on its directory. */
const accepted = (studio: Studio, passwords: readonly string[]): Promise<string[]> =>
  within(studio.directory, async ({ users }) => {
    const found: string[] = []
    for (const one of passwords) if (await users.byPassword('studio', one)) found.push(one)
    return found
  })

describe('a password from a pipe', () => {
  test.each<[what: string, input: string]>([
    ['with a newline', `${password}\n`],
    ['without a newline', password],
    ['with a Windows newline', `${password}\r\n`],
    ['with more lines after it', `${password}\n${other}\n`],
  ])('is set: %s', async (_what, input) => {
    const studio = await newStudio()
    const outcome = await setPassword(studio, input)
    expect(outcome).toMatchObject({ code: 0, stderr: '' })
    expect(outcome.stdout).toBe('The password of studio is set. Sign in at /dashboard.\n')
    expect(await accepted(studio, [password, other, input])).toContain(password)
    expect(await accepted(studio, [other])).toEqual([])
  })

  test('keeps its spaces and its exact letters', async () => {
    const studio = await newStudio()
    const odd = '  ключ 🎮 "\'\\ naïve  '
    await adtallyWorks(['accounts', 'set-password', 'studio'], {
      ...studio.options,
      input: `${odd}\n`,
    })
    expect(await accepted(studio, [odd, odd.trim()])).toEqual([odd])
  })

  test('replaces the earlier one', async () => {
    const studio = await newStudio()
    await setPassword(studio, password)
    await setPassword(studio, other)
    expect(await accepted(studio, [password, other])).toEqual([other])
  })
})

describe('a password is refused with one clear line, and the old one is kept', () => {
  const shared = shareStudio()

  test.each<[what: string, input: string, expected: RegExp]>([
    ['a short one', '123456789\n', /expected 10 to 256 characters/],
    ['a long one', `${'x'.repeat(257)}\n`, /expected 10 to 256 characters/],
    ['an empty line', '\n', /expected 10 to 256 characters/],
    ['an empty pipe', '', /no password/],
  ])('%s', async (_what, input, expected) => {
    const studio = shared()
    await setPassword(studio, password)
    const outcome = await setPassword(studio, input)
    const line = expectOneClearLine(outcome)
    expect(line).toMatch(expected)
    if (input.length > 1) expect(outcome.stderr).not.toContain(input.trim())
    expect(await accepted(studio, [password])).toEqual([password])
  })

  test('for an unknown username', async () => {
    const outcome = await setPassword(shared(), `${password}\n`, 'nobody')
    expect(expectOneClearLine(outcome)).toContain('"nobody"')
    expect(outcome.stderr).not.toContain(password)
  })

  test('on the command line, where everyone on the machine could see it', async () => {
    const args = ['accounts', 'set-password', 'studio', password]
    const { code, stdout } = await adtally(args, shared().options)
    expect([code, stdout]).toEqual([1, ''])
  })
})

describe('through a running server', () => {
  test('a password is set at once, and all sessions of the account end', async () => {
    const studio = await newStudio()
    const { baseUrl } = await serveProcess([], studio.options)
    expect((await signIn(baseUrl, 'studio', password)).status).toBe(401)
    await setPassword(studio, `${password}\n`)
    const signedIn = await signIn(baseUrl, 'studio', password)
    expect(signedIn.status).toBe(204)
    const cookie = signedIn.headers.get('set-cookie')!.split(';')[0]!
    const account = () => fetch(`${baseUrl}/dashboard/api/account`, { headers: { cookie } })
    expect(await (await account()).json()).toMatchObject({ username: 'studio' })

    const short = await setPassword(studio, 'short\n')
    expect(expectOneClearLine(short)).toContain('expected 10 to 256 characters')
    const nobody = await setPassword(studio, `${other}\n`, 'nobody')
    expect(expectOneClearLine(nobody)).toContain('"nobody"')
    const empty = await setPassword(studio, '')
    expect(expectOneClearLine(empty)).toContain('no password')
    expect((await account()).status).toBe(200)

    await setPassword(studio, `${other}\n`)
    expect((await account()).status).toBe(401)
    expect((await signIn(baseUrl, 'studio', password)).status).toBe(401)
    expect((await signIn(baseUrl, 'studio', other)).status).toBe(204)
  })
})

test('the command does not wait for the pipe to close after its line', async () => {
  const studio = await newStudio()
  const { child, exited } = launch(['accounts', 'set-password', 'studio'], studio.options)
  child.stdin!.write(`${password}\n`)
  const waited = new Promise<string>((resolve) => setTimeout(resolve, 20_000, 'still waiting'))
  expect(await Promise.race([exited, waited])).toBe(0)
  expect(await accepted(studio, [password])).toEqual([password])
})
