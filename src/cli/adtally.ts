import { Command, CommanderError } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import type { Shell } from './shell.ts'

interface Subcommand {
  /** Its line in `adtally --help`. */
  readonly summary: string
  /** Loads the command's module, so that a command does not load those of the others. */
  readonly load: () => Promise<(shell: Shell) => Command>
}

const subcommands: Readonly<Record<string, Subcommand>> = {
  serve: {
    summary: 'Run the server: reporting interfaces, dashboard and public network.',
    load: async () => (await import('./serve.ts')).serveCommand,
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
    summary: "Import apps, figures, and the public network's games, users and activity.",
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
  figures: {
    summary: 'Delete the figures of some days.',
    load: async () => (await import('./figures.ts')).figuresCommand,
  },
  export: {
    summary: 'Write figures as Parquet files, by account and month.',
    load: async () => (await import('./export.ts')).exportCommand,
  },
  watch: {
    summary: 'Import every file that is dropped into a folder.',
    load: async () => (await import('./watch.ts')).watchCommand,
  },
  reconcile: {
    summary: 'Compare a secondary report with the figures.',
    load: async () => (await import('./reconcile.ts')).reconcileCommand,
  },
  finality: {
    summary: "Set after how many days a network's figures are final.",
    load: async () => (await import('./finality.ts')).finalityCommand,
  },
  audit: {
    summary: 'List who signed in, saw or changed keys, imported, undid and exported.',
    load: async () => (await import('./audit.ts')).auditCommand,
  },
  'migrate-store': {
    summary: 'Copy all data to ClickHouse and PostgreSQL.',
    load: async () => (await import('./migrate-store.ts')).migrateStoreCommand,
  },
  'accept-restore': {
    summary: 'Accept stores that were restored from a backup.',
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
}

/**
 * Runs a command line.
 *
 * @param args the arguments after `adtally`
 * @returns the exit code: 0, or 1 when the command failed and printed why on stderr
 */
export async function adtally(args: readonly string[], shell: Shell): Promise<number> {
  try {
    const program = newProgram(shell)
    const called = args.find((arg) => Object.hasOwn(subcommands, arg))
    for (const [name, { summary, load }] of Object.entries(subcommands)) {
      const command = name === called ? (await load())(shell) : new Command(name)
      program.addCommand(command.summary(summary))
      inheritSettings(program, command, `adtally ${name}`)
    }
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode
    const { reportFailure } = await import('./report-failure.ts')
    reportFailure(shell, error)
    return 1
  }
}

function newProgram({ stdout, stderr }: Shell): Command {
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
        writeOut: (text) => stdout.write(text),
        writeErr: (text) => stderr.write(text),
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
