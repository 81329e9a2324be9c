import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { until } from '../cli/run-adtally.ts'
import { shareFleet } from './fleet.ts'
import { freePorts } from './free-ports.ts'

const ready = async (origin: string) => {
  const answer = await fetch(`${origin}/readyz`)
  const { code = null } = (await answer.json()) as { code?: string }
  return { status: answer.status, code }
}

describe('a process on servers', () => {
  const fleet = shareFleet()

  test('is alive and not ready while it starts, because PostgreSQL does not answer', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1')
    onTestFinished(() => void silent.close())
    const [port] = await freePorts(1)
    const { port: silentPort } = silent.address() as AddressInfo
    const { output } = fleet().launch(['serve', '--port', String(port)], {
      env: {
        ...fleet().env,
        ADTALLY_DATABASE_URL: `postgres://adtally@127.0.0.1:${silentPort}/adtally`,
      },
    })
    const origin = `http://127.0.0.1:${port}`
    await until(async () => (await fetch(`${origin}/healthz`).catch(() => null))?.ok || null)
    expect(await ready(origin)).toEqual({ status: 503, code: 'not_ready' })
    expect(output.stdout).not.toContain('ready')
  })

  test('is ready once its stores are open, is scraped, and is not ready while it drains', async () => {
    const process = await fleet().serve({ ADTALLY_METRICS_PORT: '0', ADTALLY_DRAIN_DELAY: '5' })
    expect(await ready(process.origin)).toEqual({ status: 200, code: null })
    const [, metrics] = /"metrics":"([^"]+)"/.exec(process.log())!
    const scraped = await (await fetch(metrics!)).text()
    expect(scraped).toContain('\nadtally_ready 1\n')
    expect(scraped).toContain('\nadtally_metrics_unavailable{part="figures"} 0\n')
    expect(scraped).toMatch(/adtally_http_requests_total\{.*route="\/readyz".*\} 1\n/)

    const stopped = process.stop()
    let last = await ready(process.origin)
    for (; last.status === 200; last = await ready(process.origin)) await sleep(10)
    expect(last.code).toBe('not_ready')
    expect((await fetch(`${process.origin}/api/v1/`)).status).toBe(200)
    expect(await stopped).toBe(0)
  })
})
