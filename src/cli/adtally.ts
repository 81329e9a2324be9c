import { Command, CommanderError } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import { withGiven } from '../config/given-settings.ts'
import { readSettingsFile, type SettingsFile } from '../config/settings-file.ts'
import { camelCase } from '../values/letter-case.ts'
import { setArguments } from './command-arguments.ts'
import type { ProgramContext } from './program-context.ts'
import { pasteable, setProgramName } from './program-name.ts'
import type { Shell } from './shell.ts'

interface Subcommand {
  /** Its line in `adtally --help`. */
  readonly summary: string
  /** Loads the command's module, so that a command does not load those of the others. */
  readonly load: () => Promise<(shell: Shell, context: ProgramContext) => Command>
}

export const subcommands: Readonly<Record<string, Subcommand>> = {
  serve: {
    summary: 'Run the server: reporting interfaces, dashboard and public network.',
    load: async () => (await import('./serve.ts')).serveCommand,
  },
  'setup-link': {
    summary: 'Print the link that sets up a server without accounts in a browser.',
    load: async () => (await import('./setup-link.ts')).setupLinkCommand,
  },
  accounts: {
    summary: 'Manage accounts, their API keys and passwords.',
    load: async () => (await import('./accounts.ts')).accountsCommand,
  },
  users: {
    summary: 'Manage who signs in to the dashboard, and what they may do there.',
    load: async () => (await import('./users.ts')).usersCommand,
  },
  keys: {
    summary: "Manage an account's API keys.",
    load: async () => (await import('./keys.ts')).keysCommand,
  },
  links: {
    summary: 'Manage links that each show one report.',
    load: async () => (await import('./links.ts')).linksCommand,
  },
  apps: {
    summary: "Manage apps, and link networks' app ids to them.",
    load: async () => (await import('./apps.ts')).appsCommand,
  },
  import: {
    summary: "Import apps, links, figures, and the public network's games, users and activity.",
    load: async () => (await import('./import.ts')).importCommand,
  },
  imports: {
    summary: 'List imports, deletions and merges, and undo one.',
    load: async () => (await import('./imports.ts')).importsCommand,
  },
  connections: {
    summary: 'Connect ad networks, and fetch their daily reports.',
    load: async () => (await import('./connections.ts')).connectionsCommand,
  },
  report: {
    summary: 'Print any figures of an account.',
    load: async () => (await import('./report.ts')).reportCommand,
  },
  digest: {
    summary: 'Print the daily or weekly digest of an account, as a mail would have it.',
    load: async () => (await import('./digest.ts')).digestCommand,
  },
  cite: {
    summary: 'Cite figures, or open a citation: then, now, and what changed them.',
    load: async () => (await import('./cite.ts')).citeCommand,
  },
  mcp: {
    summary: 'Answer an agent that asks about figures (MCP).',
    load: async () => (await import('./mcp.ts')).mcpCommand,
  },
  figures: {
    summary: 'Delete the figures of some days.',
    load: async () => (await import('./figures.ts')).figuresCommand,
  },
  alerts: {
    summary: 'List alerts, and manage the rules that tell them.',
    load: async () => (await import('./alerts.ts')).alertsCommand,
  },
  channels: {
    summary: 'Manage where alerts, digests and changes are sent.',
    load: async () => (await import('./channels.ts')).channelsCommand,
  },
  destinations: {
    summary: 'Keep copies of an account in your warehouses.',
    load: async () => (await import('./destinations.ts')).destinationsCommand,
  },
  partners: {
    summary: 'Manage the partners of a network: apps, months and statements.',
    load: async () => (await import('./partners.ts')).partnersCommand,
  },
  shares: {
    summary: 'Manage what partners get of revenue.',
    load: async () => (await import('./shares.ts')).sharesCommand,
  },
  payouts: {
    summary: 'Manage what partners are owed and were paid.',
    load: async () => (await import('./payouts.ts')).payoutsCommand,
  },
  messages: {
    summary: 'List what was sent into channels, and send it again.',
    load: async () => (await import('./messages.ts')).messagesCommand,
  },
  notes: {
    summary: 'Manage notes on days, which the charts of the dashboard show.',
    load: async () => (await import('./notes.ts')).notesCommand,
  },
  money: {
    summary: 'Print what networks reported, billed, paid and owe.',
    load: async () => (await import('./show-money.ts')).moneyCommand,
  },
  statements: {
    summary: 'Import statements and payments of networks, and say what they are for.',
    load: async () => (await import('./statements.ts')).statementsCommand,
  },
  terms: {
    summary: 'Manage how networks pay: days, smallest payment, fees and taxes.',
    load: async () => (await import('./terms.ts')).termsCommand,
  },
  months: {
    summary: 'Close months, so that later restatements are booked apart.',
    load: async () => (await import('./months.ts')).monthsCommand,
  },
  export: {
    summary: 'Write figures as Parquet files, by account and month.',
    load: async () => (await import('./export.ts')).exportCommand,
  },
  compact: {
    summary: 'Drop superseded figures that are older than a day, to free disk space.',
    load: async () => (await import('./compact.ts')).compactCommand,
  },
  watch: {
    summary: 'Import every file that is dropped into a folder.',
    load: async () => (await import('./watch.ts')).watchCommand,
  },
  reconcile: {
    summary: 'Compare a secondary report with the figures.',
    load: async () => (await import('./reconcile.ts')).reconcileCommand,
  },
  networks: {
    summary: 'Answer which network a name in a report is.',
    load: async () => (await import('./networks.ts')).networksCommand,
  },
  finality: {
    summary: "Set after how many days a network's figures are final.",
    load: async () => (await import('./finality.ts')).finalityCommand,
  },
  rates: {
    summary: 'Manage rates of currencies, which figures of other currencies are converted by.',
    load: async () => (await import('./rates.ts')).ratesCommand,
  },
  audit: {
    summary: 'List who signed in, saw or changed keys, imported, undid and exported.',
    load: async () => (await import('./audit.ts')).auditCommand,
  },
  backup: {
    summary: 'Copy all data to a folder or an archive, also while the server runs.',
    load: async () => (await import('./backup.ts')).backupCommand,
  },
  restore: {
    summary: 'Restore a backup, after checking it.',
    load: async () => (await import('./restore.ts')).restoreCommand,
  },
  doctor: {
    summary: 'Check both databases, the secret and the disk, and explain what to do.',
    load: async () => (await import('./doctor.ts')).doctorCommand,
  },
  ready: {
    summary: 'Ask the server whether it is ready; exits with 1 if not.',
    load: async () => (await import('./ready.ts')).readyCommand,
  },
  upgrade: {
    summary: 'Bring the data of an earlier release up to date, as a starting server does.',
    load: async () => (await import('./upgrade.ts')).upgradeCommand,
  },
  'migrate-store': {
    summary: 'Copy all data to ClickHouse and PostgreSQL.',
    load: async () => (await import('./migrate-store.ts')).migrateStoreCommand,
  },
  'accept-restore': {
    summary: 'Accept stores that you restored yourself, without adtally restore.',
    load: async () => (await import('./accept-restore.ts')).acceptRestoreCommand,
  },
  secret: {
    summary: 'Replace the secret that keys and credentials are encrypted with.',
    load: async () => (await import('./secret.ts')).secretCommand,
  },
  demo: {
    summary: 'Create demo data.',
    load: async () => (await import('./demo.ts')).demoCommand,
  },
  config: {
    summary: 'Print all settings, and where each value comes from.',
    load: async () => (await import('./config.ts')).configCommand,
  },
  completion: {
    summary: 'Print a completion script for bash, zsh or fish.',
    load: async () => (await import('./completion/completion.ts')).completionCommand,
  },
}

/**
 * Runs a command line.
 *
 * @param args the arguments after `adtally`
 * @returns the exit code: 0, or 1 when the command failed and printed why on stderr
 */
export async function adtally(args: readonly string[], shell: Shell): Promise<number> {
  setProgramName(shell, Object.keys(subcommands))
  let file: SettingsFile | null = null
  const configured: Shell = Object.create(shell, {
    env: { get: () => (file === null ? shell.env : withGiven(shell.env, file.given)) },
  })
  const context: ProgramContext = {
    ownEnv: shell.env,
    settingsFile: () => file,
    wholeProgram: () => newProgram(configured, context, Object.keys(subcommands)),
  }
  try {
    const called = args.find((arg) => Object.hasOwn(subcommands, arg))
    const program = await newProgram(configured, context, called === undefined ? [] : [called])
    // Only a command that runs needs its settings: help is printed despite a bad file.
    program.hook('preAction', async (_program, command) => {
      setArguments(command.registeredArguments.map((argument) => camelCase(argument.name())))
      // Shells load completions in every folder, whatever files are there.
      if (command.name() === 'completion') return
      file = await readSettingsFile(command.opts().config, shell)
    })
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode
    const { reportFailure } = await import('./report-failure.ts')
    reportFailure(configured, error)
    return 1
  }
}

/** @param loaded the subcommands whose options and actions are needed */
export async function newProgram(
  shell: Shell,
  context: ProgramContext,
  loaded: readonly string[],
): Promise<Command> {
  const program = emptyProgram(shell)
  for (const [name, { summary, load }] of Object.entries(subcommands)) {
    const command = loaded.includes(name) ? (await load())(shell, context) : new Command(name)
    program.addCommand(command.summary(summary))
    inheritSettings(program, command, `adtally ${name}`)
  }
  return program
}

function emptyProgram({ stdout, stderr }: Shell): Command {
  return (
    new Command('adtally')
      .description('Self-hosted reporting server for mobile ad revenue.')
      .version(packageJson.version)
      .addHelpText('after', examples)
      .showHelpAfterError('(see: adtally --help)')
      .enablePositionalOptions()
      // Throws instead of ending the process.
      .exitOverride()
      .configureOutput({
        writeOut: (text) => stdout.write(pasteable(text)),
        writeErr: (text) => stderr.write(pasteable(text)),
        getOutHelpWidth: () => stdout.columns ?? 80,
        getErrHelpWidth: () => stderr.columns ?? 80,
      })
  )
}

const examples = `
Run adtally <command> --help for its options and examples.

Examples:
  $ adtally serve --demo
  $ adtally accounts create studio
  $ adtally import stats figures.csv`

/**
 * Gives a command and its subcommands the settings of their program. Commander copies them only to
 * subcommands that it makes itself.
 */
function inheritSettings(parent: Command, command: Command, path: string): void {
  command.copyInheritedSettings(parent).showHelpAfterError(`(see: ${path} --help)`)
  for (const child of command.commands) inheritSettings(command, child, `${path} ${child.name()}`)
}
