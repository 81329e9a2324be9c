/** The platforms an app can run on. */
export const platforms = ['ios', 'android', 'amazon'] as const

export type Platform = (typeof platforms)[number]

export function isPlatform(text: string): text is Platform {
  return (platforms as readonly string[]).includes(text)
}
