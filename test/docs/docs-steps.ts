import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { adtally, adtallyWorks } from '../cli/run-adtally.ts'
import { docsPassword } from './docs-shell.ts'

interface Place {
  readonly folder: string
  readonly baseUrl: string
}

const ada = 'ada@example.com'

/** Ada is invited, and accepts in her browser. */
async function adaJoins({ folder: cwd, baseUrl }: Place): Promise<void> {
  const invite = ['users', 'invite', 'studio', ada, '--role', 'editor']
  const link = await adtallyWorks(invite, { cwd })
  const answer = await fetch(`${baseUrl}/dashboard/api/invitations/accept`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      token: link.trim().split('/').at(-1),
      password: docsPassword,
    }),
  })
  expect(answer.status).toBe(204)
}

/** Two pages make a link of this name. */
async function sheetIsRevoked({ folder: cwd }: Place): Promise<void> {
  await adtally(['links', 'revoke', 'studio', 'sheet'], { cwd })
}

/** The page dismisses the fourth failed import. */
async function importsFail({ folder: cwd }: Place): Promise<void> {
  await mkdir(join(cwd, 'bad-inbox'))
  for (const name of ['1.csv', '2.csv', '3.csv', '4.csv']) {
    await writeFile(join(cwd, 'bad-inbox', name), 'no report\n')
  }
  await adtally(['watch', 'bad-inbox', '--once', '--settle-seconds', '0'], { cwd })
}

/** What happens between the commands of a page, by the beginning of the next command. */
const before: Readonly<Record<string, (place: Place) => Promise<void>>> = {
  'users set-role': adaJoins,
  'links create studio sheet': sheetIsRevoked,
  'imports dismiss': importsFail,
}

/** Does what a reader has done, or others have, before a command of the pages. */
export async function beforeCommand(place: Place, args: readonly string[]): Promise<void> {
  const line = args.join(' ')
  for (const [begin, step] of Object.entries(before)) if (line.startsWith(begin)) await step(place)
}
