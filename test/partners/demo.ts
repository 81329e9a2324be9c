import '../../src/tune-process.ts'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { adtally } from '../../src/cli/adtally.ts'
import { prepareNetworkDemo } from './prepare-network-demo.ts'

// `npm run demo:network`: Adtally with a network and its partners.

process.umask(0o077)
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

const { values } = parseArgs({
  options: {
    'data-dir': { type: 'string', default: './demo-network-data' },
    port: { type: 'string', default: '8080' },
    days: { type: 'string', default: '120' },
    help: { type: 'boolean', short: 'h', default: false },
  },
})
if (values.help) {
  console.log(`Usage: npm run demo:network -- [options]

Starts a server with a network and two partners: shares, approved months, statements and payouts.

Options:
  --data-dir <dir>  where its data is stored (default: ./demo-network-data)
  --port <n>        port of the server (default: 8080)
  --days <n>        days with figures (default: 120)
  -h, --help        print this help`)
  process.exit()
}
const root = resolve(values['data-dir'])
console.log('Making a network with two partners …')
const passwords = await prepareNetworkDemo(root, Number(values.days))
console.log(`
  Sign in    ${[...passwords].map(([user, password]) => `${user}, password ${password}`).join('\n             ')}

demo is the network: see the page Partners. hop and run are its partners: see Home and Payouts.

In a second terminal:
  npm run -s adtally -- partners show demo hop --data-dir ${values['data-dir']}
  npm run -s adtally -- payouts list demo --data-dir ${values['data-dir']}
`)

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stop.signal.aborted) process.exit(1)
    stop.abort()
  })
}
// Settings of real data must not reach a demo.
const own = Object.entries(process.env).filter(([name]) => !name.startsWith('ADTALLY_'))
process.exitCode = await adtally(['serve', '--data-dir', root, '--port', values.port], {
  env: { ...Object.fromEntries(own), ADTALLY_ECB_RATES: 'off' },
  cwd: process.cwd(),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  stopSignal: () => stop.signal,
})
