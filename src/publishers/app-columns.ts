import { type CellRule, patternRule } from '../values/cell-rule.ts'
import { isPlainText } from '../values/plain-text.ts'
import { isPlatform, type Platform, platforms } from '../values/platform.ts'

/** The columns of an apps file. */
export const appColumns = {
  allowed: [
    'app_id',
    'publisher',
    'app_name',
    'platform',
    'app_store_id',
    'app_bundle_id',
    'android_package',
  ],
  required: ['app_id', 'publisher', 'app_name', 'platform'],
} as const

export type AppColumn = (typeof appColumns.allowed)[number]

/** For each identifier, the platforms whose apps can have it. */
export const appIdentifiers: Readonly<
  Record<'app_store_id' | 'app_bundle_id' | 'android_package', readonly Platform[]>
> = {
  app_store_id: ['ios'],
  app_bundle_id: ['ios'],
  android_package: ['android', 'amazon'],
}

const packageRule = patternRule(
  false,
  /^[A-Za-z0-9._-]{1,255}$/,
  'letters, digits, dots, hyphens and underscores, at most 255',
)

export const appNameAccepts =
  'at most 500 characters, without characters that control a terminal or the direction of text'

/** The rules for cells of an apps file. */
export const appRules: Readonly<Record<AppColumn, CellRule>> = {
  app_id: patternRule(
    true,
    /^[^\s,\p{Cc}]{1,128}$/u,
    'at most 128 characters without spaces or commas',
  ),
  publisher: {
    required: true,
    accepts: 'the username of an existing account',
    isAccepted: () => true,
  },
  app_name: {
    required: true,
    accepts: appNameAccepts,
    isAccepted: (name) => name.length <= 500 && isPlainText(name.replace(/[\r\n\t]/g, ' ')),
  },
  platform: { required: true, accepts: `one of ${platforms.join(', ')}`, isAccepted: isPlatform },
  app_store_id: patternRule(false, /^[0-9]{1,15}$/, 'the App Store ID, 1 to 15 digits'),
  app_bundle_id: packageRule,
  android_package: packageRule,
}
