// Answers /bytes/N with N bytes, and nothing else: what HTTP costs without an application.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const bodies = new Map<string, Buffer>()
const server = createServer(({ url = '' }, response) => {
  const body = bodies.get(url) ?? Buffer.alloc(Number(url.split('/').at(-1)), '0')
  bodies.set(url, body)
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.send!({ value: `http://127.0.0.1:${port}` })
})
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send!({ value: (user + system) / 1_000 })
})
process.on('disconnect', () => process.exit())
