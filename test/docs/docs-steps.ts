import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TOTP, URI } from 'otpauth'
import { expect } from 'vitest'
import { parseDay } from '../../src/values/day.ts'
import { adtally, adtallyWorks } from '../cli/run-adtally.ts'
import type { FakeNetworks } from '../fake-networks/start.ts'
import { appsCsv, daysAgo, figuresOf } from './docs-files.ts'
import { docsPassword } from './docs-shell.ts'

/** A folder, and the address of its server; null without one. */
export interface Place {
  readonly folder: string
  readonly baseUrl: string | null
  readonly fake: FakeNetworks
  /** Settings and credentials for the fake networks. */
  readonly env: Readonly<Record<string, string>>
}

const ada = 'ada@example.com'

/** Commands that end well, in the folder of the pages. */
const works =
  ({ folder: cwd, env }: Place) =>
  (...args: string[]) =>
    adtallyWorks(args, { cwd, env })

async function post(
  { baseUrl }: Place,
  path: string,
  body: object,
  cookie = '',
): Promise<Response> {
  const answer = await fetch(`${baseUrl}/dashboard/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  })
  expect(answer.ok, path).toBe(true)
  return answer
}

/** Ada is invited, and accepts in her browser. */
async function adaJoins(place: Place): Promise<void> {
  const link = await works(place)('users', 'invite', 'studio', ada, '--role', 'editor')
  const token = link.trim().split('/').at(-1)
  await post(place, 'invitations/accept', { token, password: docsPassword })
}

async function adaSetsSecondFactor(place: Place): Promise<void> {
  const signedIn = await post(place, 'sign-in', { username: ada, password: docsPassword })
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const begun = await post(place, 'second-factor/begin', {}, cookie)
  const { url } = (await begun.json()) as { url: string }
  const code = (URI.parse(url) as TOTP).generate()
  await post(place, 'second-factor/confirm', { code }, cookie)
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

/** The account of the pages about apps, figures and connections. */
async function studioHasApps(place: Place): Promise<void> {
  await works(place)('accounts', 'create', 'studio')
  const more = ['zap-ios', 'zap-old', 'zap-new', 'zap-test'].map(
    (id) => `${id},studio,Zap,ios,,,\n`,
  )
  await writeFile(join(place.folder, 'apps.csv'), appsCsv + more.join(''))
  await works(place)('import', 'apps', 'apps.csv')
  const figures = `${figuresOf('03')}2026-03-01,zap-ios,admob,banner,US,10,0.5,\n`
  await writeFile(join(place.folder, 'figures.csv'), figures)
  await works(place)('import', 'stats', 'figures.csv')
  await works(place)('import', 'stats', 'figures.csv', '--as', 'levelplay')
}

/** Adds a connection of the account `studio` that has fetched nothing yet. */
async function connect(place: Place, connector: string): Promise<void> {
  const added = ['connections', 'add', connector, 'studio', '--from-env', '--no-test']
  await works(place)(...added, '--start-date', daysAgo(3))
}

/** The page shows two ways to add it. */
async function mintegralIsRemoved({ folder: cwd, env, fake }: Place): Promise<void> {
  const { skey, secret } = fake.networks.get('mintegral')!.given
  await writeFile(join(cwd, 'mintegral.env'), `skey=${skey}\nsecret=${secret}\n`)
  await adtally(['connections', 'remove', 'studio', 'mintegral', '--yes'], { cwd, env })
}

/** A day of Pangle comes without an app that had revenue. */
async function pangleLosesAnApp(place: Place): Promise<void> {
  const since = daysAgo(3)
  await works(place)('connections', 'add', 'pangle', 'studio', '--from-env', '--start-date', since)
  place.fake.truth.vanish('pangle', parseDay(since)!, place.fake.truth.size.apps[0]!)
  await works(place)(
    'connections',
    'pull',
    'studio',
    'pangle',
    '--start-date',
    since,
    '--end-date',
    since,
  )
}

/** The machine of the pages has an account and a passphrase. */
async function machineIsUsed(place: Place): Promise<void> {
  for (const name of ['etc/adtally', 'etc/systemd/system']) {
    await mkdir(join(place.folder, name), { recursive: true })
  }
  await writeFile(join(place.folder, 'etc/adtally/passphrase'), 'a passphrase of the docs\n')
  await works(place)('accounts', 'create', 'studio', '--data-dir', 'var/lib/adtally')
}

/** Only the secret of the directory is left. */
async function dataIsLost({ folder }: Place): Promise<void> {
  const directory = join(folder, 'var/lib/adtally')
  for (const name of await readdir(directory)) {
    if (name !== 'secret.key') await rm(join(directory, name), { recursive: true })
  }
}

/** The page says to put the new secret in the place of the old one, once it is rotated. */
const rotated = 'data/rotated.key'
async function secretIsRotated({ folder }: Place): Promise<void> {
  await copyFile(join(folder, 'new.key'), join(folder, rotated))
}
async function secretIsReplaced({ folder }: Place): Promise<void> {
  await rename(join(folder, rotated), join(folder, 'data/secret.key'))
}

/** The upgrade kept copies of both files. */
async function upgradeKeptCopies({ folder }: Place): Promise<void> {
  for (const name of ['figures.duckdb', 'adtally.sqlite']) {
    const path = join(folder, 'var/lib/adtally', name)
    await copyFile(path, `${path}.before-${name === 'figures.duckdb' ? '0009' : '0022'}`)
  }
}

/** In the container of the first process; its compose file mounts the secret. */
async function containerHasData(place: Place): Promise<void> {
  const folder = join(place.folder, '.containers/adtally-1/data')
  await works(place)('accounts', 'create', 'other', '--data-dir', folder)
  await copyFile(join(folder, 'secret.key'), join(place.folder, 'secret.key'))
}

async function containerHasApps(place: Place): Promise<void> {
  const folder = join(place.folder, '.containers/adtally/data')
  await works(place)('import', 'apps', 'apps.csv', '--data-dir', folder)
}

/** The page says to edit the settings. The machine has no data yet. */
async function settingsAreEdited({ folder }: Place): Promise<void> {
  const path = join(folder, 'etc/adtally/adtally.toml')
  const text = await readFile(path, 'utf8')
  await writeFile(path, text.replaceAll('"/var/lib/', `"${folder}/var/lib/`))
  await rm(join(folder, 'var/lib/adtally'), { recursive: true })
}

/** The steps that a reader or others have taken before a command, by its beginning. */
export const steps: ReadonlyMap<string, (place: Place) => Promise<void>> = new Map([
  ['adtally users set-role studio ada@example.com viewer        # once', adaJoins],
  ['adtally users reset-second-factor', adaSetsSecondFactor],
  ['adtally links create studio sheet', sheetIsRevoked],
  ['adtally imports dismiss', importsFail],
  ['adtally apps list studio', studioHasApps],
  // AdMob's own report counts, and that of MAX is compared with it.
  ['adtally connections add applovin-max', (place) => connect(place, 'admob')],
  // The page has removed it before.
  [
    'adtally connections change studio applovin-max --depth off',
    (place) => connect(place, 'applovin-max'),
  ],
  ['adtally connections add mintegral', mintegralIsRemoved],
  ['ADTALLY_MINTEGRAL_SKEY', mintegralIsRemoved],
  ['adtally connections confirm', pangleLosesAnApp],
  ['adtally backup /srv', machineIsUsed],
  ['adtally restore /srv/backups/2026-03-01 --data-dir', dataIsLost],
  ['cd /var/lib/adtally', upgradeKeptCopies],
  ['docker compose run --rm', containerHasData],
  ['adtally audit --account', secretIsReplaced],
  ['adtally secret rotate --new-secret-file', secretIsRotated],
  ['docker exec -i adtally', containerHasApps],
  ['runuser -u adtally -- /opt/adtally/node_modules/.bin/adtally accounts', settingsAreEdited],
])
