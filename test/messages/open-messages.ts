import { type Installation, openInstallation } from '../../src/compose/installation.ts'
import { type DataDirectory, dataDirectory } from '../../src/config/data-directory.ts'
import type { Servers } from '../../src/config/servers.ts'

/** Opens an installation whose requests reach a receiver. */
export function openMessages(
  root: string,
  servers: Servers,
  base: string,
  nowMs: () => number,
): Promise<Installation> {
  const usual = dataDirectory(root, servers)
  const directory: DataDirectory = {
    ...usual,
    networkCalls: { ...usual.networkCalls, at: base },
    mail: { smtpUrl: null, mailFrom: 'Adtally <reports@example.com>' },
  }
  return openInstallation(directory, {
    use: 'serve',
    now: () => new Date(nowMs()),
    baseUrl: () => 'https://stats.example.com',
  })
}
