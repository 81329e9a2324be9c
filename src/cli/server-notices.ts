import type { RunningServer } from '../compose/start-server.ts'
import type { InboxReport } from '../use-cases/inbox/inbox.ts'
import { print } from './print.ts'
import { pasteable } from './program-name.ts'
import type { Shell } from './shell.ts'
import { type ProgressDisplay, showProgress } from './show-progress.ts'
import { reportLines } from './watch.ts'

/** The facts that a server tells once it has started. */
export interface StartFacts {
  readonly server: Pick<RunningServer, 'baseUrl' | 'metricsUrl'>
  /** The data directory. */
  readonly data: string
  readonly inbox: string | null
  /** Commands for an installation without accounts; null for one that has some. */
  readonly firstSteps: readonly string[] | null
  /** A link that sets the server up in a browser; null for a demo, and when there is an account or a user. */
  readonly setupLink: string | null
  /** Null without a demo. */
  readonly demo: DemoAccess | null
}

/** How to get into a demo. */
export interface DemoAccess {
  readonly username: string
  readonly password: string | null
  /** A key that reads; null when there is none. */
  readonly key: string | null
  /** A request to the V2 interface, with the key. */
  readonly v2Command: string
  /** More requests to try. */
  readonly lines: readonly string[]
}

/** Tells the operator what a server does: lines for people on a terminal, else lines of JSON. */
export interface Notices {
  readonly demoProgress: () => ProgressDisplay
  readonly started: (facts: StartFacts) => void
  readonly imported: (report: InboxReport) => void
}

/** The part of a log that notices need. */
interface Log {
  readonly info: (facts: object, message: string) => void
  readonly warn: (facts: object, message: string) => void
}

/** @param log must take notices at its usual level too */
export const noticesOf = (shell: Shell, log: Log): Notices =>
  shell.stdout.isTTY ? printed(shell) : logged(log)

const noAccount = 'There is no account yet.'

function printed(shell: Shell): Notices {
  return {
    demoProgress: () => showProgress(shell),
    imported: (report) => {
      for (const line of reportLines(report)) print(shell, line)
    },
    started: ({ server, data, inbox, firstSteps, setupLink, demo }) => {
      print(shell, `Adtally is ready.\n\n  Dashboard  ${server.baseUrl}/dashboard/home`)
      for (const line of demo ? demoLines(demo) : [`  Data       ${data}`]) print(shell, line)
      if (inbox !== null) print(shell, `  Inbox      ${inbox}`)
      if (server.metricsUrl !== null) print(shell, `  Metrics    ${server.metricsUrl}`)
      if (firstSteps !== null) {
        print(shell, `\n${noAccount} Set the server up in a browser (once, within an hour):`)
        if (setupLink !== null) print(shell, `  ${setupLink}`)
        print(shell, 'Or in another terminal:')
        for (const step of firstSteps) print(shell, `  ${step}`)
        print(shell, 'Or stop this server, and look at demo data:\n  adtally serve --demo')
      }
      print(shell, '\nPress Ctrl-C to stop.')
    },
  }
}

const demoLines = ({ username, password, key, lines }: DemoAccess): readonly string[] => [
  `  Sign in    ${username}, password ${password}`,
  key === null
    ? `  API        ${username}; create a key on the dashboard`
    : `  API        ${username}, key ${key}`,
  '',
  ...lines,
]

/** The password and the key of a demo are demo data, so they are in its log too. */
function logged(log: Log): Notices {
  return {
    demoProgress: () => {
      let isTold = false
      const update = () => {
        if (!isTold) log.info({}, 'Preparing the demo data.')
        isTold = true
      }
      return { update, stop: () => undefined }
    },
    imported: (report) => {
      const { name: file, outcome } = report
      const [line, ...more] = reportLines(report)
      if (outcome !== 'imported') log.warn({ file }, line)
      else log.info({ file, import: report.import }, line)
      for (const warning of more) log.warn({ file }, warning.trim())
    },
    started: ({ server, data, inbox, firstSteps, setupLink, demo }) => {
      const facts = {
        dashboard: `${server.baseUrl}/dashboard/home`,
        data,
        ...(inbox !== null && { inbox }),
        ...(server.metricsUrl !== null && { metrics: server.metricsUrl }),
        ...(demo && {
          sign_in: demo.username,
          password: demo.password,
          key: demo.key,
          v2: demo.v2Command,
        }),
      }
      log.info(facts, 'Adtally is ready.')
      if (firstSteps === null) return
      const ways = {
        ...(setupLink !== null && { set_up: setupLink }),
        next: firstSteps.map(pasteable),
      }
      log.info(ways, noAccount)
    },
  }
}
