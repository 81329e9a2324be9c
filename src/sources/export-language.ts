/** Words of consoles for a day, a country, impressions, clicks and earnings, by language. */
const words: Readonly<Record<string, readonly string[]>> = {
  Chinese: [
    '日期',
    '国家/地区',
    '國家/地區',
    '国家',
    '展示次数',
    '曝光',
    '曝光次數',
    '点击次数',
    '點擊次數',
    '预估收入',
    '估算收入',
    '預估收益',
    '应用',
    '應用程式',
  ],
  French: ['jour', 'pays', 'impressions', 'clics', 'revenus', 'revenus estimés', 'application'],
  German: [
    'datum',
    'tag',
    'land',
    'impressionen',
    'klicks',
    'umsatz',
    'einnahmen',
    'geschätzte einnahmen',
    'app-name',
  ],
  Indonesian: [
    'tanggal',
    'negara',
    'tayangan',
    'klik',
    'pendapatan',
    'estimasi penghasilan',
    'aplikasi',
  ],
  Italian: ['data', 'paese', 'impressioni', 'clic', 'entrate', 'entrate stimate', 'app'],
  Japanese: [
    '日付',
    '国',
    '表示回数',
    'インプレッション数',
    'クリック数',
    '収益',
    '推定収益額',
    '見積もり収益額',
    'アプリ',
  ],
  Korean: ['날짜', '국가', '노출수', '클릭수', '수익', '예상 수입', '앱'],
  Portuguese: [
    'data',
    'país',
    'impressões',
    'cliques',
    'receita',
    'receita estimada',
    'ganhos estimados',
    'aplicativo',
  ],
  Russian: ['дата', 'страна', 'показы', 'клики', 'доход', 'расчетный доход', 'приложение'],
  Spanish: [
    'fecha',
    'día',
    'país',
    'impresiones',
    'clics',
    'ingresos',
    'ingresos estimados',
    'aplicación',
  ],
  Turkish: ['tarih', 'ülke', 'gösterimler', 'tıklamalar', 'gelir', 'tahmini gelir', 'uygulama'],
  Vietnamese: [
    'ngày',
    'quốc gia',
    'số lượt hiển thị',
    'lượt nhấp',
    'doanh thu',
    'thu nhập ước tính',
    'ứng dụng',
  ],
}

/** Fewer words may be a coincidence. */
const minWords = 2

/**
 * The language of a console's export, by its columns.
 *
 * @returns its English name; null for English and for any other table
 */
export function exportLanguage(columns: readonly string[]): string | null {
  const names = new Set(columns.map(withoutUnit))
  const counts = Object.entries(words).map(([language, known]) => ({
    language,
    count: known.filter((word) => names.has(word)).length,
  }))
  const [most] = counts.sort((a, b) => b.count - a.count)
  return most && most.count >= minWords ? most.language : null
}

/** `Geschätzte Einnahmen (EUR)` without its unit. */
const withoutUnit = (column: string): string =>
  column
    .replace(/\s*\([^)]*\)/g, '')
    .trim()
    .normalize('NFC')
    .toLowerCase()
