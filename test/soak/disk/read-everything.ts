import { readFile } from 'node:fs/promises'
import { openInstallation } from '../../../src/compose/installation.ts'
import { dataDirectory } from '../../../src/config/data-directory.ts'
import { serveReports } from '../../fixtures/report-server.ts'
import { questions } from './questions.ts'

/** The result of opening a data directory and asking all questions, compared with expected answers. */
export interface Findings {
  readonly directory: string
  /**
   * `refused`: it does not open, or a question fails; `different`: an answer differs without any error.
   */
  readonly outcome: 'same' | 'refused' | 'different'
  readonly wasOpened: boolean
  /** The line of a refusal; the questions with different answers. */
  readonly message: string
}

// A separate process, because an engine may end it. Without a file of expected answers it prints the
// answers; otherwise it prints a line for each directory at once.
const [expectedFile = '', ...directories] = process.argv.slice(2)
const expected =
  expectedFile === '' ? null : (JSON.parse(await readFile(expectedFile, 'utf8')) as string[])
for (const directory of directories) {
  console.log(JSON.stringify(expected ? await compare(directory) : await readAnswers(directory)))
}
// Exits once all is written, because a damaged file may leave something open that keeps the process running.
process.stdout.write('', () => process.exit())

async function compare(directory: string): Promise<Findings> {
  const opened = await open(directory).catch((error: Error) => error)
  if (opened instanceof Error) {
    const message = `${opened.name}: ${opened.message}`
    return { directory, outcome: 'refused', wasOpened: false, message }
  }
  try {
    const answers = await ask(opened)
    const wrong = questions.filter((_, index) => answers[index]!.body !== expected![index])
    const silent = wrong.filter((question) => answers[questions.indexOf(question)]!.status === 200)
    const message = (silent.length > 0 ? silent : wrong)
      .map((question) => {
        const { status, body } = answers[questions.indexOf(question)]!
        return `${question.split('?')[0]} ${status} ${status === 200 ? '' : body}`
      })
      .join('; ')
    const outcome = silent.length > 0 ? 'different' : wrong.length > 0 ? 'refused' : 'same'
    return { directory, outcome, wasOpened: true, message }
  } finally {
    await opened.close().catch(() => undefined)
  }
}

async function readAnswers(directory: string): Promise<string[]> {
  const installation = await open(directory)
  const answers = await ask(installation)
  await installation.close()
  return answers.map(({ status, body }, index) => {
    if (status !== 200) throw new Error(`${questions[index]}: ${status} ${body}`)
    return body
  })
}

function open(directory: string) {
  return openInstallation(dataDirectory(directory), { use: 'serve', warn: () => undefined })
}

async function ask(installation: Awaited<ReturnType<typeof open>>) {
  const server = serveReports(installation)
  const answers: { status: number; body: string }[] = []
  for (const question of questions) {
    const { statusCode, body } = await server.get(question)
    answers.push({ status: statusCode, body })
  }
  await server.close()
  return answers
}
