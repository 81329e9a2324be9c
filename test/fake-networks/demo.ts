import '../../src/tune-process.ts'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { adtally } from '../../src/cli/adtally.ts'
import { demoCurrencies } from '../../src/demo/demo-rates.ts'
import { disturbDemo, prepareDemo } from './prepare-demo.ts'
import { startFakeNetworks } from './start.ts'

// `npm run demo:networks`: Adtally with connections to fake networks.

process.umask(0o077)
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

const { values } = parseArgs({
  options: {
    'data-dir': { type: 'string', default: './demo-networks-data' },
    port: { type: 'string', default: '8080' },
    days: { type: 'string', default: '30' },
    currency: { type: 'string', default: 'USD' },
    help: { type: 'boolean', short: 'h', default: false },
  },
})
if (values.help) {
  console.log(`Usage: npm run demo:networks -- [options]

Starts seven fake networks and a server with connections to them.

Options:
  --data-dir <dir>  where its data is stored (default: ./demo-networks-data)
  --port <n>        port of the server (default: 8080)
  --days <n>        days to fetch before the server starts (default: 30)
  --currency <code> of the account: USD, EUR, GBP or JPY (default: USD)
  -h, --help        print this help`)
  process.exit()
}
const currency = demoCurrencies.find((code) => code === values.currency)
if (!currency) throw new Error(`--currency must be one of ${demoCurrencies.join(', ')}`)
const root = resolve(values['data-dir'])
const clock = { aheadMs: 0 }
await using fake = await startFakeNetworks({
  nowMs: () => Date.now() + clock.aheadMs,
  rateScale: 10,
})
console.log(`Fetching ${values.days} days of seven fake networks …`)
const password = await prepareDemo(root, fake, clock, Number(values.days), currency)
disturbDemo(fake, Date.now())
console.log(`
One day later, all seven are asked again. Within half a minute, you will see:

  admob, applovin-max, vungle   a new day arrives
  inmobi                        its newest day is late: asked for again in 45 minutes
  mintegral                     restated a day, which is imported again
  unity-ads                     refuses its key, so it is not asked any more
  pangle                        a day lost an app with revenue, so its report is held

MAX also reports AdMob, Mintegral, Unity Ads and Vungle. Their own reports count; those of MAX are
compared: adtally reconcile applovin_max

In a second terminal:
  npm run -s adtally -- connections list --data-dir ${values['data-dir']}
  npm run -s adtally -- connections show studio pangle --data-dir ${values['data-dir']}

  Sign in    studio, password ${password}
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
  env: { ...Object.fromEntries(own), ADTALLY_NETWORKS_AT: fake.base, ADTALLY_ECB_RATES: 'off' },
  cwd: process.cwd(),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  stopSignal: () => stop.signal,
})
