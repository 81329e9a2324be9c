import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import autocannon from 'autocannon'
import { formatTable, heading } from './table.ts'

// A publisher's light query, alone and beside anonymous clients that load pages as fast as they can:
//   node bench/anonymous.ts [checkout]
const checkout = resolve(process.argv[2] ?? join(import.meta.dirname, '..'))
const clients = 64
const seconds = 6
const manyRequests = '1000000000'

const cwd = await mkdtemp(join(tmpdir(), 'adtally-anonymous-'))

/** Times the light query beside a number of clients, at a server of its own. */
async function measure(name: string, beside: number, rateLimit: string): Promise<string[]> {
  const server = spawn(
    process.execPath,
    [join(checkout, 'src/main.ts'), 'serve', '--demo', '--port', '0'],
    { cwd, env: { ...process.env, ADTALLY_RATE_LIMIT: rateLimit, ADTALLY_LOG_LEVEL: 'silent' } },
  )
  let printed = ''
  for await (const text of server.stdout.setEncoding('utf8')) {
    printed += text
    if (printed.includes('/api/v1/')) break
  }
  const light = [...printed.matchAll(/curl '([^']+)'/g)].map(([, url]) => url!)[1]!
  const user = await (await fetch(`${new URL(light).origin}/api/v1/users?limit=1`)).json()
  const { username } = (user as { data: { username: string }[] }).data[0]!
  const url = `${new URL(light).origin}/users/${username}`
  const load = beside === 0 ? null : autocannon({ url, connections: beside, duration: seconds + 2 })
  const { latency, non2xx } = await autocannon({ url: light, connections: 1, duration: seconds })
  const pages = await load
  server.kill('SIGTERM')
  await once(server, 'exit')
  return [
    name,
    ...[latency.p50, latency.p99, latency.max, non2xx].map(String),
    pages ? `${Math.round(pages['2xx'] / pages.duration)}` : '',
    pages ? `${Math.round(pages.non2xx / pages.duration)}` : '',
  ]
}

console.log(heading(`a light query beside ${clients} anonymous clients of /users/*`))
const columns = ['beside', 'p50 ms', 'p99', 'max', 'refused', 'pages/s', 'refused pages/s']
const rows = [
  await measure('nobody', 0, manyRequests),
  await measure('pages without a limit', clients, manyRequests),
  await measure('pages with the usual limit', clients, '5000'),
]
console.log(formatTable(columns, rows))
await rm(cwd, { recursive: true, force: true })
