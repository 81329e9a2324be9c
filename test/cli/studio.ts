import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { type Installation, openInstallation } from '../../src/compose/installation.ts'
import { dataDirectory } from '../../src/config/data-directory.ts'
import { createAccount } from '../../src/use-cases/create-account.ts'
import { importApps } from '../../src/use-cases/import-apps.ts'
import { prepareDirectory } from '../fixtures/prepared-directory.ts'
import { type ServerProcess, startServing } from './spawn-adtally.ts'

/** Creates an empty folder that is removed after the test. */
export async function newFolder(): Promise<string> {
  const folder = await temporaryFolder()
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** The URL and token with which commands reach a running server. */
export async function operatorOf(directory: string): Promise<{ url: string; token: string }> {
  return JSON.parse(await readFile(join(directory, 'server.json'), 'utf8'))
}

export const appsCsv = `app_id,publisher,app_name,platform
zap,studio,Zap,ios
brick,studio,Brick,android
`

export const statsCsv = `date,app_id,network,format,country,impressions,revenue
2026-03-01,zap,ownnet,video,US,1000,12.5
2026-03-02,brick,admob,banner,DE,400,0.5
`

export const badCsv = `date,app_id,network,format,country,impressions,revenue
2026-03-01,zap,ownnet,video,XX,-1,12.5
2026-03-02,brick,admob,banner,DE,400,0.5
2026-03-02,brick,admob,banner,DE,400,0.5
2026-03-03,brick,admob,banner,DE,400,0.1234567
`

export const studioKey = 'studio-key-of-some-length-0123456789'

const temporaryFolder = () => mkdtemp(join(tmpdir(), 'adtally-cli-'))

/**
 * Every studio starts with files to import, and with a data directory that contains the account
 * `studio` and the apps of {@link appsCsv}.
 */
export const copyStudio = prepareDirectory(async (folder) => {
  await writeFile(join(folder, 'apps.csv'), appsCsv)
  await writeFile(join(folder, 'stats.csv'), statsCsv)
  await writeFile(join(folder, 'bad.csv'), badCsv)
  await within(join(folder, 'data'), async ({ call }) => {
    await call(createAccount, { username: 'studio', key: studioKey })
    await call(importApps, {}, { files: [{ name: 'apps.csv', path: join(folder, 'apps.csv') }] })
  })
})

export interface Studio {
  readonly folder: string
  readonly directory: string
  /** Runs commands in the folder, on the directory. */
  readonly options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> }
}

/** Creates a folder with input files and a data directory; both are removed after the test. */
export async function newStudio(copy = copyStudio): Promise<Studio> {
  return studioIn(await newFolder(), copy)
}

/** The same for all tests of a file. */
export function shareStudio(): () => Studio {
  let studio: Studio
  beforeAll(async () => {
    studio = await studioIn(await temporaryFolder())
  })
  afterAll(() => rm(studio.folder, { recursive: true, force: true }))
  return () => studio
}

/** A server for all tests of a file, through which commands on the studio's directory go. */
export function shareServer(shared: () => Studio): () => ServerProcess {
  let server: ServerProcess
  beforeAll(async () => {
    server = await startServing([], shared().options)
  })
  afterAll(async () => void (await server.stop('SIGKILL')))
  return () => server
}

/** Works on the installation of a directory itself, which no server may use at the same time. */
export async function within<Result>(
  directory: string,
  work: (installation: Installation) => Promise<Result>,
  now?: () => Date,
): Promise<Result> {
  const installation = await openInstallation(dataDirectory(directory), {
    use: 'command',
    ...(now && { now }),
  })
  return work(installation).finally(() => installation.close())
}

async function studioIn(folder: string, copy = copyStudio): Promise<Studio> {
  await copy(folder)
  const directory = join(folder, 'data')
  return { folder, directory, options: { cwd: folder, env: { ADTALLY_DATA_DIR: directory } } }
}
