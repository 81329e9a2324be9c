import { commandBlocks, textOf } from './command-blocks.ts'

// Every page with commands is in one of these lists.

/** Their commands run, in order, on a server with the demo and the account `studio`. */
export const serverPages = [
  'docs/imports.md',
  'docs/currencies.md',
  'docs/access.md',
  'docs/alerts.md',
  'docs/dashboard.md',
  'docs/digests.md',
  'docs/history.md',
  'docs/keeping-a-copy.md',
  'docs/settings.md',
  'docs/depth.md',
  'docs/warehouse.md',
  'docs/for-networks.md',
  'docs/monitoring.md',
  'docs/api/citations.md',
  'docs/api/money.md',
  'docs/api/openapi.md',
  'docs/api/publisher.md',
  'docs/api/report.md',
  'docs/api/status.md',
  'docs/api/v1.md',
  'docs/api/v2-publisher.md',
  // Closes a month.
  'docs/money.md',
]

/** Their commands run, in order, on a machine with data and without a server. */
export const operatorPages = [
  'docs/manage.md',
  'docs/connections.md',
  'docs/backups.md',
  'docs/upgrades.md',
  'docs/operations.md',
  'docs/deploy.md',
  'docs/sources.md',
]

/** Their commands take minutes to hours: the scripts, files and names in them exist. */
export const developerPages = ['CONTRIBUTING.md', 'docs/performance.md', 'docs/reliability.md']

/** Commands that are not run, by how they begin, and why. */
export const notRun: Readonly<Record<string, string>> = {
  'adtally digest': 'needs figures of the last 30 days; test/cli/digest.test.ts runs it',
  'npx openapi-typescript': 'a package of the registry',
  'adtally import stats --create-apps studio glimmer.csv':
    'sources.test.ts runs it where the source is installed',
  'adtally destinations add studio warehouse postgresql':
    'needs PostgreSQL; test/cluster/warehouse-postgres.test.ts fills it',
  'adtally destinations sql': 'needs a copy; test/warehouse/load-script.test.ts runs it',
  'adtally destinations add studio fast clickhouse':
    'needs ClickHouse; test/cluster/warehouse-clickhouse.test.ts fills it',
  'adtally migrate-store': 'needs ClickHouse and PostgreSQL; test/cluster runs it',
  'deploy/backup-servers.sh': 'needs ClickHouse and PostgreSQL; test/cluster runs it',
  'deploy/restore-servers.sh': 'the same',
  'prometheus --config': 'needs Prometheus',
  'useradd ': 'needs root',
  'chown root:adtally': 'needs root',
  'install -d -o adtally': 'needs root',
  'systemctl ': 'needs root and systemd',
  'journalctl ': 'needs systemd',
  'docker build': 'needs a Docker daemon; npm run check:dockerfile runs the steps',
  'docker run': 'needs a Docker daemon',
  'docker compose up': 'needs a Docker daemon',
  'docker compose stop': 'needs a Docker daemon',
}

export const isRun = (command: string): boolean =>
  !Object.keys(notRun).some((begin) => command.startsWith(begin))

/** The blocks of a page, by line, with the commands that are run. */
export const blocksOf = (page: string) =>
  commandBlocks(textOf(page)).map(({ line, commands }) => [line, commands.filter(isRun)] as const)
