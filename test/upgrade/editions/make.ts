import { execFileSync } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@clickhouse/client'
import { startClickhouse } from '../../cluster/clickhouse.ts'
import { startPostgres } from '../../cluster/postgres.ts'
import { type Edition, runAll, writeInputs } from './edition.ts'
import { type Answers, type ClickhouseTable, writeFixture } from './fixture.ts'
import {
  asked,
  begun,
  type Command,
  type EditionName,
  editions,
  laterAsked,
  laterBegun,
  laterCommands,
  printing,
} from './history.ts'
import { processEdition, programOf } from './process-edition.ts'
import { record, signIn } from './questions.ts'

// Makes first.json.br or second.json.br, which contains what that edition of Adtally stored and answered.
// In a clone with all commits: npx node test/upgrade/editions/make.ts second
// It installs that edition, and needs the packages of the cluster tests and PostgreSQL's pg_dump.

const name = process.argv[2] as EditionName
const { commit, clickhouseSetting, commands, lists } = editions[name]
const repository = join(import.meta.dirname, '..', '..', '..')
const root = await mkdtemp(join(tmpdir(), 'adtally-edition-'))
const checkout = join(root, 'checkout')
const inputFolder = join(root, 'inputs')

/** Runs all commands and questions. @param keep stores a copy before the later commands */
async function live(edition: Edition, keep: () => Promise<void>): Promise<Answers> {
  await runAll(edition, begun, commands)
  const cookie = await edition.serving(asked, signIn)
  await keep()
  const first = await edition.serving(asked, record)
  const printed = await print(edition, printing)
  const listed = await print(edition, lists)
  await runAll(edition, laterBegun, laterCommands)
  const later = await edition.serving(laterAsked, record)
  return { first, later, printed, listed, printedLater: await print(edition, printing), cookie }
}

async function print(edition: Edition, commands: readonly Command[]): Promise<unknown[]> {
  const printed: unknown[] = []
  for (const command of commands) printed.push(JSON.parse(await edition.run(asked, command)))
  return printed
}

async function makeOnFiles() {
  const directory = join(root, 'data')
  const edition = processEdition(programOf(checkout), inputFolder, { ADTALLY_DATA_DIR: directory })
  const files: Record<string, string> = {}
  const answers = await live(edition, async () => {
    for (const name of await readdir(directory)) {
      const content = await readFile(join(directory, name)).catch(() => null)
      if (content) files[name] = content.toString('base64')
    }
  })
  return { files, answers }
}

/** @param secretFile the secret of the files, so that keys are sealed with the same secret */
async function makeOnServers(secretFile: string) {
  const clickhouse = await startClickhouse()
  const postgres = await startPostgres()
  try {
    const databaseUrl = await postgres.createDatabase()
    const edition = processEdition(programOf(checkout), inputFolder, {
      ADTALLY_DATA_DIR: join(root, 'server-data'),
      ADTALLY_SECRET_FILE: secretFile,
      ADTALLY_DATABASE_URL: databaseUrl,
      [clickhouseSetting]: `${clickhouse.urls[0]}/an_edition`,
    })
    let dump = ''
    let tables: ClickhouseTable[] = []
    const answers = await live(edition, async () => {
      dump = dumpPostgres(databaseUrl)
      tables = await dumpClickhouse(clickhouse.urls[0]!, 'an_edition')
    })
    return { dump, tables, answers }
  } finally {
    await Promise.all([clickhouse.stop(), postgres.stop()])
  }
}

/** SQL that any client can run, without the lines that only psql understands. */
function dumpPostgres(url: string): string {
  const args = ['--inserts', '--rows-per-insert=500', '--no-owner', '--no-privileges', url]
  return execFileSync('pg_dump', args, { encoding: 'utf8' })
    .split('\n')
    .filter((line) => !/^(\\|--|SET transaction_timeout)/.test(line))
    .join('\n')
}

async function dumpClickhouse(url: string, database: string): Promise<ClickhouseTable[]> {
  const client = createClient({ url, database })
  const ask = async (query: string) => {
    const clickhouse_settings = { output_format_json_quote_64bit_integers: 1 } as const
    const { stream } = await client.exec({ query, clickhouse_settings })
    const pieces: Buffer[] = []
    for await (const piece of stream) pieces.push(piece)
    return Buffer.concat(pieces).toString()
  }
  const tables: ClickhouseTable[] = []
  for (const name of (await ask('SHOW TABLES FORMAT TSV')).trim().split('\n')) {
    const create = await ask(`SHOW CREATE TABLE ${name} FORMAT TSVRaw`)
    tables.push({
      name,
      create: create.replace(`${database}.`, ''),
      rows: await ask(`SELECT * FROM ${name} ORDER BY ALL FORMAT JSONCompactEachRow`),
    })
  }
  await client.close()
  return tables
}

try {
  execFileSync('git', ['-C', repository, 'worktree', 'add', '--detach', checkout, commit])
  execFileSync('npm', ['ci'], { cwd: checkout, stdio: 'inherit' })
  await writeInputs(inputFolder)
  const { files, answers } = await makeOnFiles()
  await cp(join(root, 'data', 'secret.key'), join(root, 'secret.key'))
  const servers = await makeOnServers(join(root, 'secret.key'))
  const size = await writeFixture(name, {
    files,
    postgres: servers.dump,
    clickhouse: servers.tables,
    onFiles: answers,
    onServers: servers.answers,
  })
  console.log(`${answers.first.length} questions, ${size.toLocaleString('en')} bytes`)
} finally {
  execFileSync('git', ['-C', repository, 'worktree', 'remove', '--force', checkout])
  await rm(root, { recursive: true, force: true })
}
