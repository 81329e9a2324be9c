import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { AnswerQueues } from '../../src/http/answer/answer-queues.ts'
import { KeptBodies } from '../../src/http/answer/kept-bodies.ts'
import { sendReport } from '../../src/http/answer/send-report.ts'
import { Utf8Writer } from '../../src/http/answer/utf8-writer.ts'
import { defaultBounds } from '../../src/http/bounds.ts'
import { MemoryBudget } from '../../src/limits/memory-budget.ts'
import type { Principal } from '../../src/publishers/principal.ts'
import { getText, rawClient } from '../fixtures/raw-client.ts'

const principal = { account: { id: 1 }, apps: null } as Principal
const letters = 'abcdefghijklmnopqrstuvwxyz'
const [clients, requestsPerClient, length] = [12, 12, 500_000]

/** The bytes of a test answer: its letter throughout. */
async function* pieces(letter: string) {
  const text = new Utf8Writer()
  for (let at = 0; at < length; at += 1_000) text.string(letter.repeat(1_000))
  yield* text.takeAll()
}

test('no answer is overwritten before a slow client has read it', async () => {
  const app = Fastify()
  app.decorate('answerQueues', new AnswerQueues({ ...defaultBounds, maxAnswersPerAccount: 64 }))
  app.decorate('keptBodies', new KeptBodies(new MemoryBudget(1_000_000)))
  app.get<{ Params: { letter: string; nth: string } }>('/:letter/:nth', (request, reply) => {
    const { letter, nth } = request.params
    return sendReport(request, reply, {
      principal,
      contentType: 'text/plain',
      cacheable: true,
      version: '1',
      question: `${letter} ${nth}`,
      body: async () => ({ matchesVersion: true, pieces: pieces(letter) }),
    })
  })
  onTestFinished(() => app.close())
  const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
  const slow = await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      const { socket } = await rawClient(port, { read: false })
      const asked = Array.from({ length: requestsPerClient }, (_, nth) => {
        return letters[(client * requestsPerClient + nth) % letters.length]!
      })
      const parts: Buffer[] = []
      let read = 0
      const whole = new Promise<string>((resolve) => {
        socket.pause().on('data', (part: Buffer) => {
          parts.push(part)
          read += part.length
          if (read > requestsPerClient * length) resolve(Buffer.concat(parts).toString('latin1'))
        })
      })
      socket.write(asked.map((letter, nth) => getText(`/${letter}/${client}.${nth}`)).join(''))
      return { socket, asked, whole }
    }),
  )
  // One client after another begins to read.
  for (const { socket, asked, whole } of slow) {
    socket.resume()
    const bodies = (await whole).split(/HTTP\/1\.1 200 OK\r\n.*?\r\n\r\n/s).slice(1)
    expect(bodies.map((body) => [...new Set(body)].join(''))).toEqual(asked)
    expect(bodies.slice(0, -1).every((body) => body.length === length)).toBe(true)
  }
})
