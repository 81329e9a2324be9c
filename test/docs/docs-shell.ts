import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { adtally, type Outcome } from '../cli/run-adtally.ts'
import { daysAgo } from './docs-files.ts'

/** The place where a page's commands run. */
export interface DocsPlace {
  /** Where commands run. */
  readonly folder: string
  /** The port of the server; null while there is none. */
  readonly port: () => number | null
  /** Replaces `KEY` in requests. */
  readonly key: () => string
  /** Replaces `KEY` in requests about the account `demo`. */
  readonly demoKey: () => string
  /** Runs `adtally serve`. */
  readonly serve: (args: readonly string[]) => Promise<Outcome>
  /** Where Prometheus reads the server; null without one. */
  readonly metricsPort: () => number | null
  /** For commands: the fake networks, and credentials that they accept. */
  readonly env: Readonly<Record<string, string>>
  /** The steps that are taken before commands, by their beginning. */
  readonly steps: ReadonlyMap<string, () => Promise<void>>
}

/** The password of every user. */
export const docsPassword = 'a password of the docs'

/** In CI, curl must be there. */
export const hasCurl = Boolean(process.env.CI) || spawnSync('curl', ['--version']).status === 0

const project = join(import.meta.dirname, '../..')
const longestMs = 60_000

/** Folders of the machine, which commands find inside the place's folder. */
const machineFolders = /(?<=[\s="'])\/(?=(?:etc|opt|srv|var\/lib)\/|new\.key)/g

/**
 * Runs commands of docs in bash. `curl` is real and reaches the place's server instead of port 8080. `adtally` runs
 * in this process: a function of bash sends its arguments and input through a socket. `docker exec` runs it in a
 * folder for each container.
 */
export class DocsShell {
  readonly #place: DocsPlace
  readonly #bridge: Server
  readonly #socket: string

  private constructor(place: DocsPlace) {
    this.#place = place
    this.#socket = join(place.folder, '.bridge')
    this.#bridge = createServer(async (request, response) => {
      const isStep = request.url !== '/'
      const { code, stdout, stderr } = await (isStep
        ? this.#step(request)
        : this.#adtally(request)
      ).catch((error) => ({
        code: 1,
        stdout: '',
        stderr: String(error),
      }))
      response.writeHead(code === 0 ? 200 : 500).end(code === 0 ? stdout : stdout + stderr)
    })
  }

  static async open(place: DocsPlace): Promise<DocsShell> {
    const shell = new DocsShell(place)
    await writeFile(join(place.folder, '.prelude'), prelude)
    shell.#bridge.listen(shell.#socket)
    await once(shell.#bridge, 'listening')
    return shell
  }

  async close(): Promise<void> {
    this.#bridge.close()
    this.#bridge.closeAllConnections()
  }

  /** @throws Error with what the commands printed when one of them fails */
  async run(commands: readonly string[]): Promise<string> {
    const { folder, port, metricsPort, key, demoKey } = this.#place
    const { steps } = this.#place
    const withSteps = commands.flatMap((command) => {
      const index = [...steps.keys()].findIndex((begin) => command.startsWith(begin))
      return index === -1 ? [command] : [`ask http://docs/${index}`, command]
    })
    const here = withSteps
      .join('\n')
      .replaceAll('/opt/adtally/node_modules/.bin/adtally', 'adtally')
      .replace(machineFolders, `${folder}/`)
    const { stdout } = await promisify(execFile)('bash', ['-c', `. "$DOCS_PRELUDE"\n${here}`], {
      cwd: folder,
      timeout: longestMs,
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        DOCS_SOCKET: this.#socket,
        DOCS_PORT: String(port() ?? 1),
        DOCS_KEY: key(),
        DOCS_DEMO_KEY: demoKey(),
        DOCS_METRICS_PORT: String(metricsPort() ?? 1),
        DOCS_PROJECT: project,
        DOCS_PRELUDE: join(folder, '.prelude'),
      },
    })
    return stdout
  }

  async #step({ url }: IncomingMessage): Promise<Outcome> {
    await [...this.#place.steps.values()][Number(url!.slice(1))]!()
    return { code: 0, stdout: '', stderr: '' }
  }

  async #adtally(request: IncomingMessage): Promise<Outcome> {
    const [args, environment, [cwd]] = ['x-arguments', 'x-environment', 'x-folder'].map((name) =>
      Buffer.from(String(request.headers[name]), 'base64').toString().split('\0').slice(0, -1),
    ) as [string[], string[], string[]]
    const input = await buffer(request)
    if (args[0] === 'serve') return this.#place.serve(args.slice(1))
    // The pages show a secret as `…`.
    const given = environment.filter((one) => !one.endsWith('=…')).map((one) => one.split(/=(.*)/s))
    const env = { ...this.#place.env, ...Object.fromEntries(given) }
    const isAsked = args.includes('set-password') && input.length === 0
    const options = { env, input: isAsked ? `${docsPassword}\n` : input, ...(cwd && { cwd }) }
    return adtally([...args, ...unattended(args)], options)
  }
}

/** Options for what a reader does on a terminal: stops a watcher, confirms, enters credentials, stops waiting. */
function unattended(args: readonly string[]): readonly string[] {
  const isCommand = (...names: string[]) => names.every((name, at) => args[at] === name)
  if (isCommand('watch') && !args.includes('--once')) return ['--once', '--settle-seconds', '0']
  if (args[1] === 'delete' && !args.includes('--dry-run')) return ['--yes']
  if (isCommand('connections', 'remove')) return ['--yes']
  if (!isCommand('connections', 'add')) return []
  const isGiven = args.includes('--from-env') || args.includes('--from-file')
  return [...(isGiven ? [] : ['--from-env']), '--start-date', daysAgo(2)]
}

const prelude = `set -euo pipefail
curl() {
  local key=$DOCS_KEY
  case "$*" in *developer=demo* | */publisher/demo*) key=$DOCS_DEMO_KEY ;; esac
  command curl --silent --show-error --fail-with-body \\
    --connect-to "127.0.0.1:8080:127.0.0.1:$DOCS_PORT" \\
    --connect-to "127.0.0.1:9464:127.0.0.1:$DOCS_METRICS_PORT" "\${@//KEY/$key}"
}
ask() {
  local answer status
  answer=$(mktemp)
  status=$(command curl --silent --unix-socket "$DOCS_SOCKET" -o "$answer" -w '%{http_code}' "$@") || status=0
  if [[ $status != 200 ]]; then
    cat "$answer" >&2
    rm "$answer"
    return 1
  fi
  cat "$answer"
  rm "$answer"
}
adtally() {
  ask --data-binary @- \\
    -H 'Content-Type: application/octet-stream' -H 'Expect:' \\
    -H "X-Arguments: $(printf '%s\\0' "$@" | base64 -w0)" \\
    -H "X-Environment: $({ env -0 | grep -z '^ADTALLY_' || true; } | base64 -w0)" \\
    -H "X-Folder: $(printf '%s\\0' "$PWD" | base64 -w0)" http://docs/
}
npx() {
  [[ $1 == adtally ]] || return 127
  adtally "\${@:2}"
}
npm() {
  if [[ "\${*:1:4}" == 'run -s adtally --' ]]; then
    adtally "\${@:5}"
  elif [[ $1 == install ]]; then
    local prefix=.
    [[ $2 != --prefix ]] || prefix=$3
    mkdir -p "$prefix/node_modules"
    ln -sfn "$DOCS_PROJECT" "$prefix/node_modules/adtally"
  else
    [[ $1 == ci ]] || grep -q "\\"\${!#}\\":" "$DOCS_PROJECT/package.json"
  fi
}
docker() (
  while [[ $1 != adtally && $1 != adtally-1 ]]; do shift; done
  mkdir -p ".containers/$1"
  cd ".containers/$1"
  shift
  [[ $1 != adtally ]] || shift
  adtally "$@"
)
runuser() { "\${@:4}"; }
ssh() { bash -c "$2"; }
exec < /dev/null
`
