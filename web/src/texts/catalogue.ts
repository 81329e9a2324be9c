import type { accountTexts } from './en/account.tsx'
import type { apiTexts } from './en/api.tsx'
import type { appsTexts } from './en/apps.tsx'
import type { auditTexts } from './en/audit.tsx'
import type { boardTexts } from './en/board.tsx'
import type { changesTexts } from './en/changes.tsx'
import type { chartsTexts } from './en/charts.tsx'
import type { connectionsTexts } from './en/connections.tsx'
import type { controlsTexts } from './en/controls.tsx'
import type { countriesTexts } from './en/countries.tsx'
import type { exploreTexts } from './en/explore.tsx'
import type { figuresTexts } from './en/figures.tsx'
import type { freshnessTexts } from './en/freshness.tsx'
import type { importsTexts } from './en/imports.tsx'
import type { insightTexts } from './en/insight.tsx'
import type { keysTexts } from './en/keys.tsx'
import type { layoutTexts } from './en/layout.tsx'
import type { linksTexts } from './en/links.tsx'
import type { morningTexts } from './en/morning.tsx'
import type { noteDialogTexts } from './en/note-dialog.tsx'
import type { notesTexts } from './en/notes.tsx'
import type { paletteTexts } from './en/palette.tsx'
import type { profileTexts } from './en/profile.tsx'
import type { ratesTexts } from './en/rates.tsx'
import type { reconcileTexts } from './en/reconcile.tsx'
import type { reportsTexts } from './en/reports.tsx'
import type { restatementsTexts } from './en/restatements.tsx'
import type { savedViewsTexts } from './en/saved-views.tsx'
import type { setUpTexts } from './en/set-up.tsx'
import type { sharedViewTexts } from './en/shared-view.tsx'
import type { signInTexts } from './en/sign-in.tsx'
import type { tablesTexts } from './en/tables.tsx'
import type { usersTexts } from './en/users.tsx'
import type { viewTexts } from './en/view.tsx'
import type { viewsTexts } from './en/views.tsx'

/** All texts by area: what a language has to supply. */
export type Catalogue = {
  readonly account: typeof accountTexts
  readonly api: typeof apiTexts
  readonly apps: typeof appsTexts
  readonly audit: typeof auditTexts
  readonly board: typeof boardTexts
  readonly changes: typeof changesTexts
  readonly charts: typeof chartsTexts
  readonly connections: typeof connectionsTexts
  readonly controls: typeof controlsTexts
  readonly countries: typeof countriesTexts
  readonly explore: typeof exploreTexts
  readonly figures: typeof figuresTexts
  readonly freshness: typeof freshnessTexts
  readonly imports: typeof importsTexts
  readonly insight: typeof insightTexts
  readonly keys: typeof keysTexts
  readonly layout: typeof layoutTexts
  readonly links: typeof linksTexts
  readonly morning: typeof morningTexts
  readonly noteDialog: typeof noteDialogTexts
  readonly notes: typeof notesTexts
  readonly palette: typeof paletteTexts
  readonly profile: typeof profileTexts
  readonly rates: typeof ratesTexts
  readonly reconcile: typeof reconcileTexts
  readonly reports: typeof reportsTexts
  readonly restatements: typeof restatementsTexts
  readonly savedViews: typeof savedViewsTexts
  readonly setUp: typeof setUpTexts
  readonly sharedView: typeof sharedViewTexts
  readonly signIn: typeof signInTexts
  readonly tables: typeof tablesTexts
  readonly users: typeof usersTexts
  readonly view: typeof viewTexts
  readonly views: typeof viewsTexts
}
