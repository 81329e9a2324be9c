/** Languages of numbers and dates, with their usual locales. Texts are English. */
export const languages = {
  en: { title: 'English', locale: 'en-US' },
  de: { title: 'Deutsch', locale: 'de-DE' },
  fr: { title: 'Français', locale: 'fr-FR' },
  es: { title: 'Español', locale: 'es-ES' },
  ja: { title: '日本語', locale: 'ja-JP' },
  zh: { title: '中文', locale: 'zh-CN' },
  ko: { title: '한국어', locale: 'ko-KR' },
  hi: { title: 'हिन्दी', locale: 'hi-IN' },
  ar: { title: 'العربية', locale: 'ar-EG' },
} as const
export type Language = keyof typeof languages
