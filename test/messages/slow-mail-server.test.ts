import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MailSender } from '../../src/delivery/send-mail.ts'

let server: Server

/** A mail server whose greeting never ends. */
beforeEach(async () => {
  server = createServer((socket) => {
    const drip = setInterval(() => socket.write('220-wait\r\n'), 20)
    socket.on('error', () => undefined).on('close', () => clearInterval(drip))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
})

afterEach(async () => {
  server.close()
  await once(server, 'close')
})

test('a mail server that goes on and on is given up', async () => {
  expect(await sendTo(new AbortController().signal, 200)).toEqual({
    isSent: false,
    error: 'The mail server took longer than 0.2 s.',
    isOver: false,
  })
})

test('a mail on its way is given up when the server stops', async () => {
  const stop = new AbortController()
  server.once('connection', () => stop.abort(new Error('Stopping')))
  await expect(sendTo(stop.signal)).rejects.toThrow('Stopping')
})

function sendTo(signal: AbortSignal, totalMs?: number) {
  const sender = new MailSender({
    smtpUrl: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mailFrom: 'Adtally <reports@example.com>',
    baseUrl: () => 'https://stats.example.com',
    ...(totalMs && { totalMs }),
  })
  const message = {
    id: 'msg_one',
    type: 'channel.test',
    madeAtMs: 0,
    data: {},
    subject: 'A test',
    text: '',
    rich: null,
  } as const
  return sender.send({ target: 'ada@example.com' }, { unsubscribe: 'token' }, message, signal)
}
