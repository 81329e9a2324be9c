import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import type { Load, LoadSeen } from './load-types.ts'

const endMark = 'end of the list'

/** Walks the list of addresses. */
const script = (load: Load, list: string) => `
for name, value in pairs(${luaTable(load.headers)}) do wrk.headers[name] = value end
local paths, bodies, turn = {}, {}, 0
for line in io.lines(${luaText(list)}) do
  local path, body = line:match("^([^\\t]*)\\t?(.*)$")
  paths[#paths + 1] = path
  if body ~= "" then bodies[#paths] = body end
end
local function finish()
  if not wrk.thread then return end
  wrk.thread:stop()
  io.stderr:write("${endMark}\\n")
end
function request()
  turn = turn + 1
  if turn > #paths then
    ${load.again ? 'turn = 1' : 'turn = #paths; finish()'}
  end
  local body = bodies[turn]
  return wrk.format(body and "POST" or "GET", paths[turn], nil, body)
end
function done(summary, latency)
  local failed = summary.errors
  io.write(string.format("seen %d %d %d %d %d\\n", summary.requests, summary.duration,
    latency:percentile(50), latency:percentile(99),
    failed.status + failed.connect + failed.read + failed.write + failed.timeout))
end
`

/** The program's path, or null when it is not installed. */
export function findWrk(): string | null {
  const places = (process.env.PATH ?? '').split(delimiter).map((place) => join(place, 'wrk'))
  return places.find(existsSync) ?? null
}

/** Sends a load with wrk, from one thread. */
export async function runWrk(load: Load): Promise<LoadSeen & { refused: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'adtally-load-'))
  try {
    const list = join(folder, 'addresses')
    const lines = load.addresses.map(({ path, body }) => (body ? `${path}\t${body}` : path))
    await writeFile(list, `${lines.join('\n')}\n`)
    await writeFile(join(folder, 'walk.lua'), script(load, list))
    const running = promisify(execFile)(findWrk()!, [
      ...['-t1', `-c${load.clients}`, `-d${load.seconds}s`, '--timeout', '30s'],
      ...['-s', join(folder, 'walk.lua'), load.baseUrl],
    ])
    // Its threads can stop, but only an interrupt ends its time.
    running.child.stderr!.once('data', () => running.child.kill('SIGINT'))
    const { stdout } = await running
    const numbers = /^seen (.*)$/m.exec(stdout)?.[1]?.split(' ').map(Number)
    if (!numbers) throw new Error(`wrk printed no figures:\n${stdout}`)
    const [answers, durationUs, p50Us, p99Us, refused] = numbers as [
      ...[number, number, number, number, number],
    ]
    return {
      answers,
      seconds: durationUs / 1e6,
      p50Ms: p50Us / 1_000,
      p99Ms: p99Us / 1_000,
      refused,
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const luaText = (text: string) => JSON.stringify(text)

const luaTable = (values: Readonly<Record<string, string>>) =>
  `{${Object.entries(values).map(([name, value]) => `[${luaText(name)}] = ${luaText(value)}`)}}`
