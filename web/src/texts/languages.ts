import type { Catalogue } from './catalogue.ts'

/** Languages of numbers and dates, with their usual locales. */
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

/** Languages that have texts too. The others show English. */
const catalogues: Partial<Record<Language, () => Promise<{ readonly catalogue: Catalogue }>>> = {}

export const hasTexts = (language: Language): boolean => Object.hasOwn(catalogues, language)

/** The texts of a language; null when it has none, or the server does not answer. */
export async function loadCatalogue(language: Language): Promise<Catalogue | null> {
  const loaded = await catalogues[language]?.().catch(() => null)
  return loaded?.catalogue ?? null
}
