import { expect } from 'vitest'
import { type Answer, type Edition, type Question, runAll } from './edition.ts'
import type { Answers } from './fixture.ts'
import {
  asked,
  type Command,
  editions,
  laterAsked,
  laterBegun,
  laterCommands,
  printing,
} from './history.ts'
import type { Recorded } from './questions.ts'

/** In earlier editions, figures of every network were final after a week. */
const firstFinality: Command = { args: ['finality', 'set', 'inmobi', '7'] }

/**
 * Expects an edition to give an earlier edition's answers about its history.
 *
 * @param isRestored whether the data was restored, which gives it other cursors
 */
export async function expectFirstAnswers(
  edition: Edition,
  answers: Answers,
  isRestored = false,
): Promise<void> {
  await edition.run(asked, firstFinality)
  await expectAnswers(edition, asked, answers.first, isRestored)
  expect(await print(edition, printing)).toEqual(answers.printed)
  if (!answers.listed) return
  // This edition may list more of each.
  expect(await print(edition, editions.second.lists)).toMatchObject(asNamedSince(answers.listed))
}

/** Lists of the second edition, with the names that were given to days since. */
function asNamedSince(listed: readonly unknown[]): unknown[] {
  const text = JSON.stringify(listed)
    .replaceAll('"days":"9"', '"days":"last_9"')
    .replaceAll('"from":', '"start_date":')
    .replaceAll('"to":', '"end_date":')
  return JSON.parse(text)
}

/** Runs the commands that the earlier edition ran next, and expects its answers after them. */
export async function expectLaterAnswers(edition: Edition, answers: Answers): Promise<void> {
  await runAll(edition, laterBegun, laterCommands)
  await edition.run(laterAsked, firstFinality)
  await expectAnswers(edition, laterAsked, answers.later)
  expect(await print(edition, printing)).toEqual(answers.printedLater)
}

/** Expects the session to be open, and to show the failed import. */
export async function expectSession(edition: Edition, { cookie }: Answers): Promise<void> {
  await edition.serving(asked, async (ask) => {
    const get = (path: string, headers: Answer['headers']) =>
      ask({ method: 'GET', path, headers, body: '' })
    const inside = await get('/dashboard/api/imports', { cookie })
    expect(inside.status).toBe(200)
    expect(JSON.parse(inside.body).failed).toHaveLength(1)
    expect((await get('/dashboard/api/imports', {})).status).toBe(401)
  })
}

async function expectAnswers(
  edition: Edition,
  now: string,
  recorded: readonly Recorded[],
  isRestored = false,
): Promise<void> {
  expect(recorded.length).toBeGreaterThan(80)
  await edition.serving(now, async (ask) => {
    const tags = new Map<string, string>()
    const cursors = new Map<string, string>()
    const comparable = (one: Answer) => {
      const body = isRestored ? one.body.replace(cursorPattern, '"next_cursor":"one"') : one.body
      return withoutTexts(withoutTag({ ...one, body }))
    }
    for (const { question, answer } of recorded) {
      const given = await ask(withTag(withCursor(question, cursors), tags))
      expect({ path: question.path, ...comparable(given) }).toEqual({
        path: question.path,
        ...comparable(answer),
      })
      const [before, after] = [answer, given].map(({ body }) => cursorPattern.exec(body)?.[1])
      if (isRestored && before && after) cursors.set(before, after)
      if (answer.headers.etag) tags.set(answer.headers.etag, given.headers.etag!)
    }
    expect(new Set(tags.values()).size).toBe(tags.size)
  })
}

const cursorPattern = /"next_cursor":"([^"]+)"/

/** Asks with the cursors that this edition gave. */
function withCursor(question: Question, cursors: ReadonlyMap<string, string>): Question {
  let { path } = question
  for (const [before, after] of cursors) path = path.replace(before, after)
  return { ...question, path }
}

/** Asks with the tag that this edition gave to an answer. */
function withTag({ headers, ...question }: Question, tags: ReadonlyMap<string, string>): Question {
  const known = headers['if-none-match']
  if (known === undefined) return { ...question, headers }
  return { ...question, headers: { ...headers, 'if-none-match': tags.get(known) ?? known } }
}

/** An upgrade may change tags: clients then read the same body once more. */
function withoutTag(answer: Answer): Answer {
  const { etag } = answer.headers
  if (etag === undefined) return answer
  expect(etag).toMatch(/^"[\w-]{27}"$/)
  return { ...answer, headers: { ...answer.headers, etag: 'a tag' } }
}

/** The sentences of errors may be reworded; everything else is compared byte for byte. */
function withoutTexts(answer: Answer): object {
  if (answer.status < 400) return answer
  const {
    title: _,
    detail: __,
    message: ___,
    request_id: ____,
    // A name in the first edition, and since then the address of a page.
    type: _____,
    errors,
    ...body
  } = JSON.parse(answer.body)
  const parameters = errors?.map(({ parameter }: { parameter: string }) => parameter)
  return { ...answer, body, parameters }
}

async function print(edition: Edition, commands: readonly Command[]): Promise<unknown[]> {
  const printed: unknown[] = []
  for (const command of commands) {
    const answer: unknown[] = JSON.parse(await edition.run(laterAsked, command))
    printed.push(command.args[0] === 'finality' ? answer.flatMap(asFirstRule) : answer)
  }
  return printed
}

/** A rule as the first edition printed those that were set in it. */
function asFirstRule(rule: unknown): unknown[] {
  const { network, final_after_days, is_set } = rule as Record<string, unknown>
  return is_set && network !== 'inmobi' ? [{ network, final_after_days }] : []
}
