import type { ReportedApp } from './source.ts'

/** An app of a network whose own id is the store's: a package, a bundle identifier or the App Store's number. */
export const storeApp = (id: string): ReportedApp => {
  const [, number] = /^(?:id)?(\d+)$/.exec(id) ?? []
  return { id, ...(id && (number ? { storeId: number } : { package: id })) }
}
