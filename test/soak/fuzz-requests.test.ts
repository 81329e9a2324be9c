import { expect, test } from 'vitest'
import { shareSite } from '../fixtures/share-site.ts'
import { heldNow } from './collected.ts'
import { Draw } from './draw.ts'
import { openStudios } from './requests/studios.ts'
import { drawWildRequest } from './requests/wild-requests.ts'
import { printFigures, sized } from './size.ts'

const requests = sized(5_000, 1_000_000)
/** After this many requests, everything that they need is loaded. */
const warmUp = 2_000

const studios = shareSite(openStudios)

test(`${requests} wild requests get answers and problems, never a failure`, {
  timeout: 60_000 + requests * 20,
}, async () => {
  const draw = new Draw('wild requests')
  const statuses: Record<number, number> = {}
  let before = heldNow()
  for (let nth = 0; nth < requests; nth++) {
    if (nth === warmUp) before = heldNow()
    const request = drawWildRequest(draw, studios.all[nth % studios.all.length]!)
    const { statusCode, headers, body } = await studios.server.app.inject(request)
    statuses[statusCode] = (statuses[statusCode] ?? 0) + 1
    const shown = `${request.method} ${request.url}`.slice(0, 500)
    expect(statusCode, shown).toBeLessThan(500)
    expect(body, shown).not.toMatch(/\bat \S+ \(|node_modules|\.ts:\d/)
    if (statusCode >= 400 && body !== '' && !isPage(headers['content-type'])) {
      expect(JSON.parse(body), shown).toMatchObject({ status: statusCode })
    }
  }
  const after = heldNow()
  printFigures('wild requests', { requests, ...statuses, ...prefixed(before), ...after })
  expect(after.heapMiB).toBeLessThan(before.heapMiB + 64)
  expect(after.openFiles).toBeLessThanOrEqual(before.openFiles + 8)
  // The server is unchanged.
  const { username, key } = studios.all[0]!
  const url = `/api/v2/publisher/applications?developer=${username}&key=${key}`
  expect((await studios.server.app.inject({ url })).statusCode).toBe(200)
})

const isPage = (type: unknown): boolean => String(type).startsWith('text/html')

const prefixed = ({ heapMiB, openFiles }: ReturnType<typeof heldNow>) => ({
  heapMiBBefore: heapMiB,
  openFilesBefore: openFiles,
})
