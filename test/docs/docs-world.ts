import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { credentialVariable } from '../../src/cli/ask-credentials.ts'
import { connectors } from '../../src/sources/all-connectors.ts'
import { adtally, adtallyWorks, type Outcome } from '../cli/run-adtally.ts'
import { type ServerProcess, startServing } from '../cli/spawn-adtally.ts'
import { type FakeNetworks, startFakeNetworks } from '../fake-networks/start.ts'
import { DocsShell } from './docs-shell.ts'
import { steps } from './docs-steps.ts'

/** A folder in which the commands of a page run. */
export interface DocsWorld {
  readonly folder: string
  readonly shell: DocsShell
  /** @throws Error before there is a server */
  readonly baseUrl: () => string
  readonly close: () => Promise<void>
}

interface WorldOptions {
  /** Prepares the folder, before a server runs. @returns the keys of `studio` and `demo` */
  readonly prepare?: (folder: string) => Promise<{ readonly key: string; readonly demoKey: string }>
  /** Whether a server runs from the beginning, `adtally serve` starts one, or only checks its settings. */
  readonly server: 'runs' | 'on serve' | 'none'
}

export async function openWorld({ prepare, server: wanted }: WorldOptions): Promise<DocsWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'adtally-docs-'))
  const fake = await startFakeNetworks({ rateScale: Number.POSITIVE_INFINITY })
  const env = { ADTALLY_NETWORKS_AT: fake.base, ...credentialsOf(fake) }
  let server: ServerProcess | null = null
  let keys = { key: 'KEY', demoKey: 'KEY' }
  const start = async (args: readonly string[]) => {
    server = await startServing([...args, '--metrics-port', '0'], { cwd: folder, env })
  }
  if (prepare) keys = await prepare(folder)
  if (wanted === 'runs') await start([])
  const shell = await DocsShell.open({
    folder,
    env,
    key: () => keys.key,
    demoKey: () => keys.demoKey,
    port: () => server && Number(new URL(server.baseUrl).port),
    metricsPort: () => server && Number(/"metrics":"http:..[^"/]*:(\d+)/.exec(server.stdout())![1]),
    steps: new Map(
      [...steps].map(([begin, step]) => [
        begin,
        () => step({ folder, env, fake, baseUrl: server?.baseUrl ?? null }),
      ]),
    ),
    serve: async (args): Promise<Outcome> => {
      const flags = args.filter((arg) => arg !== '--demo')
      // A second server on the directory would be refused, and the demo is not what a page is about.
      if (server || wanted === 'none' || args.includes('--demo'))
        return adtally(['config', ...flags], { cwd: folder })
      const shown = await adtallyWorks(['keys', 'show', 'studio', 'default'], { cwd: folder })
      keys = { key: shown.trim(), demoKey: shown.trim() }
      await start(args)
      return { code: 0, stdout: '', stderr: '' }
    },
  })
  return {
    folder,
    shell,
    baseUrl: () => server!.baseUrl,
    close: async () => {
      await shell.close()
      await server?.stop()
      await fake.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Variables with the fields of connections that the fake networks accept. */
function credentialsOf({ networks }: FakeNetworks): Record<string, string> {
  const fields = [...networks].flatMap(([name, { given }]) =>
    Object.entries(given).map(([field, value]) => [
      credentialVariable(connectors.get(name)!, field),
      value,
    ]),
  )
  return Object.fromEntries(fields)
}
