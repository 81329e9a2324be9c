import { createAccount } from '../../src/use-cases/create-account.ts'
import { addPartner } from '../../src/use-cases/partners/add-partner.ts'
import { assignApp } from '../../src/use-cases/partners/assign-app.ts'
import { makeNetFigures } from '../../src/use-cases/partners/make-net-figures.ts'
import { header, type ImportSite } from '../import/import-site.ts'

/** The network of a {@link PartnerSite}: it has the apps zap-ios, zap-android and brick. */
export const network = 'studio'

/** Lines of figures in Adtally's own format with all labels. */
export const columns = `${header},clicks,ad_tag`

/** A site whose account `studio` has partners. */
export class PartnerSite {
  readonly site: ImportSite

  constructor(site: ImportSite) {
    this.site = site
  }

  /** Adds an account, as a partner with a percentage of some apps. */
  async addPartner(username: string, percent: string, apps: readonly string[]): Promise<void> {
    const { call } = this.site
    await call(createAccount, { username, key: `${username}-key-of-at-least-22-characters` })
    await call(addPartner, { account: network, partner: username, percent })
    for (const appId of apps) {
      await call(assignApp, {
        account: network,
        partner: username,
        appId,
        ownAppId: `${username}-${appId}`,
      })
    }
  }

  async import(lines: readonly string[], request = {}) {
    const summary = await this.site.importLines(lines, { columns, ...request })
    await this.make()
    return summary
  }

  /** Brings net figures up to date. */
  async make(): Promise<void> {
    await this.site.call(makeNetFigures, { account: network })
  }

  /** The figures of an account, as lines of day, app, network, format, country, impressions, clicks, installs and micros. */
  async figuresOf(username: string): Promise<string[]> {
    const { id } = await this.site.installation.accounts.get(username)
    const labels = ['day', 'app', 'network', 'format', 'country'] as const
    return (await this.site.readAccount(id, 'figures', labels)).sort()
  }
}
