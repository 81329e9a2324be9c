import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  type Answer,
  type Ask,
  type Connector,
  type Login,
  NetworkFault,
} from '../sources/connector.ts'
import { judgeStatus } from '../sources/judge-status.ts'
import { parseDay } from '../values/day.ts'
import { gatherDay } from './gather.ts'

const day = parseDay('2026-03-10')!
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adtally-gather-'))
  return () => rm(folder, { recursive: true, force: true })
})

type Said = Partial<Pick<Answer, 'status' | 'text'>>

/** Gathers a day of a network that answers in turn; the last answer forever. */
async function gather(
  answers: readonly Said[],
  declared: Partial<Connector> = {},
  kept: Login | null = null,
) {
  const waits: number[] = []
  const pauses: number[] = []
  let login = kept
  let asked = 0
  const connector = {
    source: 'mintegral',
    hosts: ['network.example'],
    rate: { requests: 1, seconds: 1 },
    judge: judgeStatus,
    *report() {
      yield { url: 'https://network.example/', isReport: true }
      return 1
    },
    ...declared,
  } as unknown as Connector
  const services = {
    nowMs: () => 0,
    wait: async (waitMs: number) => {
      waits.push(waitMs)
    },
    calls: {
      call: async (_ask: Ask): Promise<Answer> => {
        const { status = 200, text = 'a,b\n1,2\n' } =
          answers[Math.min(asked++, answers.length - 1)]!
        return { status, text, json: null, header: () => '' }
      },
    },
  }
  const access = {
    connector,
    given: {},
    clean: (text: string) => text.replaceAll('secret', '…'),
    login: async () => login,
    keepLogin: async (next: Login | null) => {
      login = next
    },
    takePlace: async () => undefined,
    pause: async (waitMs: number) => {
      pauses.push(waitMs)
    },
  }
  const { signal } = new AbortController()
  const done = await gatherDay(access, day, folder, services, signal).catch((error) => error)
  return {
    done,
    asked,
    waits,
    pauses,
    login,
    fault: done instanceof NetworkFault ? done.fault : null,
  }
}

const pages = (count: number) =>
  ({
    *report() {
      for (let page = 0; page < count; page++)
        yield { url: `https://network.example/${page}`, isReport: true }
      return count
    },
  }) as unknown as Partial<Connector>

describe('a fault that passes', () => {
  test('is waited for five times, longer each time', async () => {
    const { fault, asked, waits } = await gather([{ status: 500 }])
    expect([fault!.kind, asked, waits.length]).toEqual(['try-later', 5, 4])
    for (const [index, waitMs] of waits.entries()) {
      expect(waitMs).toBeGreaterThanOrEqual(500 * 2 ** index)
      expect(waitMs).toBeLessThan(1_500 * 2 ** index)
    }
  })

  test('leaves no trace in the report', async () => {
    const { done } = await gather([{ status: 500, text: 'secret' }, {}])
    expect(done).toMatchObject({ rows: 1, files: [{ name: 'page-0001.csv' }] })
    expect(await readFile(done.files[0].path, 'utf8')).toBe('a,b\n1,2\n')
  })
})

describe('a network that wants fewer requests', () => {
  test('is left alone five times, by all requests to the account', async () => {
    const { fault, asked, pauses } = await gather([{ status: 429 }])
    expect([fault!.kind, asked]).toEqual(['slow-down', 6])
    expect(pauses).toEqual(Array(6).fill(1_000))
  })

  test('for a long time is not waited for, and for a year is asked again after a day', async () => {
    const judge = (waitMs: number) => ({
      judge: () => ({ kind: 'slow-down', message: '', waitMs }) as const,
    })
    expect(await gather([{}], judge(120_001))).toMatchObject({
      asked: 1,
      fault: { waitMs: 120_001 },
    })
    expect(await gather([{}], judge(365 * 86_400_000))).toMatchObject({
      asked: 1,
      pauses: [86_400_000],
      fault: { waitMs: 86_400_000 },
    })
  })
})

describe('bounds', () => {
  test('a day has at most 2,000 requests', async () => {
    const answers = Array.from({ length: 2_001 }, (_, page) => ({ text: `a\n${page}\n` }))
    expect(await gather(answers, pages(2_001))).toMatchObject({
      asked: 2_000,
      fault: { kind: 'request-refused' },
    })
  })

  test('a page that comes twice is no report', async () => {
    const { fault } = await gather([{}, { text: 'a\n3\n' }, {}], pages(3))
    expect(fault).toEqual({ kind: 'try-later', message: 'sent the same page twice' })
  })

  test('empty pages may come twice and are not kept', async () => {
    const { done } = await gather([{}, { text: '' }, { text: ' \n' }, { text: '' }], pages(4))
    expect(done.files).toHaveLength(1)
  })
})

describe('a login', () => {
  const token = (text: string): Login => ({ token: text, validMs: 1 })
  const withLogin = {
    *login(): Generator<Ask, Login, Answer> {
      return token((yield { url: 'https://network.example/login' }).text)
    },
  } as unknown as Partial<Connector>

  test('is kept, and used while it is good', async () => {
    expect(await gather([{ text: 'new' }, {}], withLogin)).toMatchObject({
      asked: 2,
      login: token('new'),
    })
    expect(await gather([{}], withLogin, token('kept'))).toMatchObject({
      asked: 1,
      login: token('kept'),
    })
  })

  test('that the network does not know any more is replaced once', async () => {
    const again = await gather([{ status: 401 }, { text: 'new' }, {}], withLogin, token('old'))
    expect(again).toMatchObject({ asked: 3, fault: null, login: token('new') })
    const refused = await gather(
      [{ status: 401 }, { text: 'new' }, { status: 401 }],
      withLogin,
      token('old'),
    )
    expect(refused).toMatchObject({ asked: 3, fault: { kind: 'credential-refused' } })
  })

  test('that is refused is not tried again', async () => {
    expect(await gather([{ status: 401 }], withLogin)).toMatchObject({
      asked: 1,
      login: null,
      fault: { kind: 'credential-refused' },
    })
  })

  test('is not made where a network has none', async () => {
    expect(await gather([{ status: 401 }])).toMatchObject({
      asked: 1,
      fault: { kind: 'credential-refused' },
    })
  })
})

test('messages are short, whatever a network says', async () => {
  const judge = () => ({ kind: 'request-refused', message: 'x'.repeat(100_000) }) as const
  expect((await gather([{}], { judge })).fault!.message).toHaveLength(500)
})

test('messages have no secret, and an unknown form is a fault', async () => {
  const { fault } = await gather([{ status: 400, text: 'the key secret is bad' }])
  expect(fault).toMatchObject({
    kind: 'request-refused',
    message: 'answered 400: the key … is bad',
  })
  const broken = {
    judge: () => {
      throw new TypeError('secret')
    },
  }
  expect((await gather([{}], broken)).fault).toMatchObject({
    message: 'answered in a form that Adtally does not know',
  })
})
