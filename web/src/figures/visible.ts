/**
 * Characters that are not seen, and those that reorder the ones after them. What joins letters and what marks
 * a direction belongs to names: U+200C to U+200F.
 */
const hidden = /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u200b\u202a-\u202e\u2060-\u206f\ufeff]/gu

/** A name from outside with such characters written out, so that it cannot pass for another one: `a\u202egpj.exe`. */
export const visible = (name: string): string =>
  name.replaceAll(hidden, (one) => `\\u${one.codePointAt(0)!.toString(16).padStart(4, '0')}`)
