import type { LabelKind } from '../ledger/journal.ts'
import type { NetworkApp } from '../sources/network-app.ts'
import type { BadCell } from '../sources/refusals.ts'
import type { Platform } from '../values/platform.ts'
import { refusalsOf } from '../values/refusal.ts'

/** An app of Adtally's own format that does not exist, and where it is first. */
export interface UnknownApp {
  readonly appId: string
  readonly file: string
  readonly line: number
  readonly rows: number
}

/** A network's app that no app is known for. */
export interface UnknownNetworkApp extends NetworkApp {
  /** The only app with its name and platform; null for none or several. */
  readonly suggestedAppId: string | null
}

/** A network's app, and the apps that its name fits. */
export interface AmbiguousNetworkApp extends NetworkApp {
  readonly fits: readonly { readonly appId: string; readonly platform: Platform }[]
}

/** The ids of the apps that a network's app is likely to be. */
export const suggestionsFor = (app: UnknownNetworkApp | AmbiguousNetworkApp): readonly string[] =>
  'fits' in app
    ? app.fits.map(({ appId }) => appId)
    : [app.suggestedAppId].filter((appId) => appId !== null)

/** Refusals of figure imports, except those about files. */
export interface StagingRefusals {
  /** Apps of Adtally's own format. */
  readonly unknown_apps: {
    /** The first of them. */
    readonly apps: readonly UnknownApp[]
    readonly count: number
    /** The account that the import names; null when apps of all accounts count. */
    readonly username: string | null
    /** Whether they should be created, which takes names and platforms. */
    readonly creating: boolean
    /** The first of the other bad cells; none if they can be skipped. */
    readonly cells: readonly BadCell[]
    readonly cellCount: number
  }
  readonly unknown_network_apps: {
    /** The first of them. */
    readonly apps: readonly UnknownNetworkApp[]
    readonly count: number
    /** Whether the apps should be created, but the report does not name their platforms. */
    readonly creating: boolean
  }
  /** Apps of several accounts fit, and the import names no account. */
  readonly network_apps_ambiguous: {
    /** The first of them. */
    readonly apps: readonly NetworkApp[]
    readonly count: number
  }
  /** The names of these apps do not tell which app of the account is meant. */
  readonly network_app_names_ambiguous: {
    /** The first of them. */
    readonly apps: readonly AmbiguousNetworkApp[]
    readonly count: number
  }
  readonly rates_missing: {
    /** The currency to convert to. */
    readonly currency: string
    /** The first days and currencies without a rate. */
    readonly missing: readonly { readonly day: string; readonly currency: string }[]
    readonly missingCount: number
  }
  readonly rates_for_several_currencies: { readonly currencies: readonly string[] }
  /** An app, its account or its currency changed while the import ran. */
  readonly app_changed: {
    /** Null when the app no longer exists. */
    readonly appId: string | null
  }
  /** The clock is so far after the last ledger entry that it is likely to be wrong. */
  readonly clock_ahead: {
    readonly now: string
    readonly lastEntry: string
    readonly maximumDays: number
  }
  readonly every_slice_bad: { readonly rejectFile: string }
  readonly nothing_to_import: object
  /** A network was asked for one day and answered others. */
  readonly other_days: { readonly asked: string; readonly found: readonly string[] }
  /** Every slice of an import that keeps those of other sources is one of them. */
  readonly every_slice_kept: { readonly sources: readonly string[] }
  /** Rows are to be added to those of mediations, but are of no mediation. */
  readonly no_mediation: { readonly source: string }
  /** A file of another kind of fact than those before it. */
  readonly several_kinds: { readonly file: string; readonly kinds: readonly string[] }
  /** An option that only ad figures have. */
  readonly option_of_figures: { readonly option: string; readonly kind: string }
  readonly figures_too_large: object
  readonly change_too_large: object
  /** The import brings names of networks, formats or ad tags that its account never had. */
  readonly too_many_new_names: {
    readonly kind: LabelKind
    readonly count: number
    readonly maximum: number
  }
  readonly too_many_labels: { readonly kind: string; readonly maximum: number }
  readonly day_not_storable: {
    readonly day: string
    readonly firstDay: string
    readonly lastDay: string
  }
}

export const refuse = refusalsOf<StagingRefusals>()
