import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { adtally, type Outcome } from '../cli/run-adtally.ts'

/** What a page's commands find when they run. */
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
  /** Runs before a command. */
  readonly before: (args: readonly string[]) => Promise<void>
}

/** Of everyone who is asked for one. */
export const docsPassword = 'a password of the docs'

const project = join(import.meta.dirname, '../..')
const longestMs = 60_000

/**
 * Runs commands of docs in bash. `curl` is real and reaches the place's server instead of port 8080. `adtally` runs
 * in this process: a function of bash sends its arguments and input through a socket.
 */
export class DocsShell {
  readonly #place: DocsPlace
  readonly #bridge: Server
  readonly #socket: string

  private constructor(place: DocsPlace) {
    this.#place = place
    this.#socket = join(place.folder, '.bridge')
    this.#bridge = createServer(async (request, response) => {
      const { code, stdout, stderr } = await this.#adtally(request).catch((error) => ({
        ...{ code: 1, stdout: '', stderr: String(error) },
      }))
      response.writeHead(code === 0 ? 200 : 500).end(code === 0 ? stdout : stdout + stderr)
    })
  }

  static async open(place: DocsPlace): Promise<DocsShell> {
    const shell = new DocsShell(place)
    shell.#bridge.listen(shell.#socket)
    await once(shell.#bridge, 'listening')
    return shell
  }

  async close(): Promise<void> {
    this.#bridge.close()
    this.#bridge.closeAllConnections()
  }

  /** @throws Error with what the commands printed when one of them fails */
  async run(commands: string): Promise<string> {
    const { folder, port, key, demoKey } = this.#place
    const { stdout } = await promisify(execFile)('bash', ['-c', prelude + commands], {
      cwd: folder,
      timeout: longestMs,
      env: {
        ...{ PATH: process.env.PATH, HOME: folder, DOCS_SOCKET: this.#socket },
        ...{ DOCS_PORT: String(port() ?? 1), DOCS_KEY: key(), DOCS_DEMO_KEY: demoKey() },
        DOCS_MANIFEST: join(project, 'package.json'),
      },
    })
    return stdout
  }

  async #adtally(request: IncomingMessage): Promise<Outcome> {
    const { 'x-arguments': encoded, 'x-folder': folder } = request.headers
    const decoded = Buffer.from(String(encoded), 'base64').toString()
    const args = decoded.split('\0').slice(0, -1)
    const input = await buffer(request)
    await this.#place.before(args)
    if (args[0] === 'serve') return this.#place.serve(args.slice(1))
    const cwd = Buffer.from(String(folder), 'base64').toString()
    return adtally(...whatEnds(args, cwd, input))
  }
}

/** A watcher runs once, and who is asked for a password on a terminal gives one. */
function whatEnds(
  args: readonly string[],
  cwd: string,
  input: Uint8Array,
): [readonly string[], { cwd: string; input: string | Uint8Array }] {
  const isAsked = args.includes('set-password') && input.length === 0
  const watched = args[0] === 'watch' && !args.includes('--once')
  return [
    watched ? [...args, '--once', '--settle-seconds', '0'] : args,
    { cwd, input: isAsked ? `${docsPassword}\n` : input },
  ]
}

const prelude = `
set -euo pipefail
curl() {
  local key=$DOCS_KEY
  case "$*" in *developer=demo* | */publisher/demo*) key=$DOCS_DEMO_KEY ;; esac
  command curl --silent --show-error --fail-with-body \\
    --connect-to "127.0.0.1:8080:127.0.0.1:$DOCS_PORT" "\${@//KEY/$key}"
}
adtally() {
  local answer status
  answer=$(mktemp)
  status=$(command curl --silent --unix-socket "$DOCS_SOCKET" --data-binary @- \\
    -H 'Content-Type: application/octet-stream' -H 'Expect:' \\
    -H "X-Arguments: $(printf '%s\\0' "$@" | base64 -w0)" -H "X-Folder: $(printf %s "$PWD" | base64 -w0)" \\
    -o "$answer" -w '%{http_code}' http://docs/ ) || status=0
  if [[ $status != 200 ]]; then
    cat "$answer" >&2
    rm "$answer"
    return 1
  fi
  cat "$answer"
  rm "$answer"
}
npx() {
  [[ $1 == adtally ]] || return 127
  adtally "\${@:2}"
}
npm() {
  if [[ "\${*:1:4}" == 'run -s adtally --' ]]; then
    adtally "\${@:5}"
  else
    [[ $1 == ci ]] || grep -q "\\"\${!#}\\":" "$DOCS_MANIFEST"
  fi
}
exec < /dev/null
`
