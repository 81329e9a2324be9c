import type { Platform } from '../values/platform.ts'

/** A game on one platform. */
export interface Edition {
  /** The index of one of a round's six titles. */
  readonly title: number
  readonly platform: Platform
  /** Impressions on a usual day. */
  readonly impressionsPerDay: number
}

/** Every twelve apps of an account: six games, most on several platforms. */
export const editions: readonly Edition[] = [
  { title: 0, platform: 'ios', impressionsPerDay: 390_000 },
  { title: 0, platform: 'android', impressionsPerDay: 520_000 },
  { title: 1, platform: 'ios', impressionsPerDay: 240_000 },
  { title: 1, platform: 'android', impressionsPerDay: 170_000 },
  { title: 0, platform: 'amazon', impressionsPerDay: 60_000 },
  { title: 2, platform: 'android', impressionsPerDay: 310_000 },
  { title: 2, platform: 'ios', impressionsPerDay: 120_000 },
  { title: 3, platform: 'ios', impressionsPerDay: 90_000 },
  { title: 3, platform: 'android', impressionsPerDay: 140_000 },
  { title: 4, platform: 'ios', impressionsPerDay: 70_000 },
  { title: 5, platform: 'android', impressionsPerDay: 110_000 },
  { title: 3, platform: 'amazon', impressionsPerDay: 35_000 },
]

/** An invented game. Its package and bundle names end with `slug`. */
export interface Title {
  readonly name: string
  readonly slug: string
}

/**
 * Rounds of six titles, one round for every twelve apps.
 *
 * Each round contains a comma, quotes, an accent, an emoji and Arabic, so that even the smallest
 * demo shows how CSV, JSON and pages handle names.
 */
export const rounds: readonly (readonly Title[])[] = [
  [
    { name: 'Quillback Harbor', slug: 'quillback' },
    { name: 'Tatters, "the Brave"', slug: 'tatters' },
    { name: 'Pocket Mossworks', slug: 'mossworks' },
    { name: 'Éclat & Ember 🔥', slug: 'eclatember' },
    { name: 'حكاية بئر القمر', slug: 'moonwell' },
    { name: 'Zibbit Towers', slug: 'zibbit' },
  ],
  [
    { name: 'Brasswing Courier', slug: 'brasswing' },
    { name: 'Left, Right, "Boing!"', slug: 'boing' },
    { name: 'Thimble Republic', slug: 'thimble' },
    { name: 'Señor Nopalito 🌵', slug: 'nopalito' },
    { name: 'قافلة الغيمة الزرقاء', slug: 'bluecloud' },
    { name: 'Wobblefort', slug: 'wobblefort' },
  ],
  [
    { name: 'Lumen Orchardia', slug: 'orchardia' },
    { name: 'One Pip, "Two Pip"', slug: 'onepip' },
    { name: 'Grumblebee Farmstead', slug: 'grumblebee' },
    { name: 'Kürbisknacker 🎃', slug: 'kuerbisknacker' },
    { name: 'سرّ الصدفة السابعة', slug: 'seventhshell' },
    // Spreadsheets would run this name as a formula.
    { name: '+Nine Tilefold', slug: 'tilefold' },
  ],
  [
    { name: 'Saltmarsh Signals', slug: 'saltmarsh' },
    { name: 'Dig, "Dottie", Dig', slug: 'dottie' },
    { name: 'Cinderpaw Alley', slug: 'cinderpaw' },
    { name: 'Petit Nuagère ☁️', slug: 'nuagere' },
    { name: 'مدينة العصافير الورقية', slug: 'paperbirds' },
    { name: 'Hexley Sidings', slug: 'hexley' },
  ],
  [
    { name: 'Ferrywick Nights', slug: 'ferrywick' },
    { name: 'Stack, Topple, "Oops"', slug: 'stacktopple' },
    { name: 'Marzipan Outpost', slug: 'marzipan' },
    { name: 'Pão do Pirata 🥖', slug: 'paopirata' },
    { name: 'طريق المصباح الخجول', slug: 'shylamp' },
    { name: 'Knottlebury', slug: 'knottlebury' },
  ],
  [
    { name: 'Driftpine Regatta', slug: 'driftpine' },
    { name: 'Hush, "Little Golem"', slug: 'hushgolem' },
    { name: 'Turnip Parliament', slug: 'turnip' },
    { name: 'Ægir’s Kettlé 🌊', slug: 'aegirskettle' },
    { name: 'حارس البحيرة النائمة', slug: 'lakewarden' },
    { name: 'Plinkarook', slug: 'plinkarook' },
  ],
  [
    { name: 'Copperleaf Canals', slug: 'copperleaf' },
    { name: 'Roll, "Rusty", Roll', slug: 'rollrusty' },
    { name: 'Yonder Yarnlings', slug: 'yarnlings' },
    { name: 'Małe Mokradło 🐸', slug: 'mokradlo' },
    { name: 'بستان النجوم الصغيرة', slug: 'starorchard' },
    { name: 'Skyhook Bakers', slug: 'skyhook' },
  ],
  [
    { name: 'Gloamgate Porter', slug: 'gloamgate' },
    { name: 'Nine Naps, "Ten Cats"', slug: 'ninenaps' },
    { name: 'Bramblehop Relay', slug: 'bramblehop' },
    { name: 'Świerszcz & Şimşek ⚡', slug: 'swierszcz' },
    { name: 'لغز الساعة الرملية', slug: 'hourglass' },
    { name: 'Tumblequay', slug: 'tumblequay' },
  ],
]
