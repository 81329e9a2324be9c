import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { type Command, inputs } from './history.ts'

export interface Question {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Text if it is UTF-8, else Base64. */
  readonly body: string
}

/** An edition of Adtally on some stores, used only through its commands and over HTTP. */
export interface Edition {
  /** Runs a command at a given time. @returns its stdout */
  readonly run: (now: string, command: Command) => Promise<string>
  /** Starts a server at a given time, and stops it after the work. */
  readonly serving: <Result>(now: string, work: (ask: Ask) => Promise<Result>) => Promise<Result>
}

export type Ask = (question: Question) => Promise<Answer>

/** Creates the working directory of commands, with their input files. */
export async function writeInputs(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const [name, text] of Object.entries(inputs)) await writeFile(join(folder, name), text)
}

/** Runs commands, each seven minutes after the one before. */
export async function runAll(
  edition: Edition,
  from: string,
  commands: readonly Command[],
): Promise<void> {
  for (const [index, command] of commands.entries()) {
    await edition.run(instantAfter(from, index), command)
  }
}

/** The arguments of a server on a port, with links that do not depend on the port. */
export const serverArguments = (port: number): string[] => [
  ...['serve', '--port', String(port)],
  ...['--base-url', 'https://reports.example', '--network-url', 'https://games.example'],
]

const commandMinutes = 7

/** The time of the command at an index of a list. */
export function instantAfter(from: string, index: number): string {
  return new Date(Date.parse(from) + index * commandMinutes * 60_000).toISOString()
}

/** The headers that are compared. */
const comparedHeaders = [
  'allow',
  'access-control-allow-origin',
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-type',
  'etag',
  'location',
  'set-cookie',
  'vary',
  'www-authenticate',
  'x-ratelimit-limit',
]

/** Asks a server on loopback. */
export async function ask(
  port: number,
  { method, path, headers, body }: Question,
): Promise<Answer> {
  const length = body === '' ? {} : { 'content-length': Buffer.byteLength(body) }
  const sent = request({
    host: '127.0.0.1',
    port,
    method,
    path,
    headers: { ...headers, ...length },
  })
  sent.end(body)
  const [answer] = await once(sent, 'response')
  const pieces: Buffer[] = []
  for await (const piece of answer) pieces.push(piece)
  const bytes = Buffer.concat(pieces)
  const text = bytes.toString()
  const compared = comparedHeaders.filter((name) => answer.headers[name] !== undefined)
  return {
    status: answer.statusCode,
    headers: Object.fromEntries(compared.map((name) => [name, String(answer.headers[name])])),
    body: Buffer.from(text).equals(bytes) ? text : bytes.toString('base64'),
  }
}
