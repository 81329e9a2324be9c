/** A field of a table: absent, a whole number of some bytes, or a reference. */
export type FlatbufferField =
  | null
  | { readonly bytes: 1 | 2 | 4 | 8; readonly value: number }
  | Reference

export type Reference =
  | { readonly table: readonly FlatbufferField[] }
  | { readonly text: string }
  | { readonly tables: readonly { readonly table: readonly FlatbufferField[] }[] }
  /** A vector of structs that consist of 64-bit numbers. */
  | { readonly structs: readonly (readonly number[])[] }

/** Numbers by their size. Those of 64 bits are safe integers, 0 or more. */
export const int8 = (value: number) => ({ bytes: 1, value }) as const
export const int16 = (value: number) => ({ bytes: 2, value }) as const
export const int32 = (value: number) => ({ bytes: 4, value }) as const
export const int64 = (value: number) => ({ bytes: 8, value }) as const

/** Encodes a FlatBuffer. Its length is a multiple of 8. */
export function encodeFlatbuffer(root: { readonly table: readonly FlatbufferField[] }): Uint8Array {
  const writer = new FlatbufferWriter()
  writer.reference(writer.reserve(4, 4), root)
  return writer.finish()
}

/** Writes parents before what they refer to, so that all references point forward. */
class FlatbufferWriter {
  #view = new DataView(new ArrayBuffer(1_024))
  #length = 0

  /** @returns the place of this many zeros, which is a multiple of `align`, plus `after` */
  reserve(bytes: number, align: number, after = 0): number {
    const at = Math.ceil((this.#length - after) / align) * align + after
    this.#length = at + bytes
    if (this.#length > this.#view.byteLength) {
      const larger = new Uint8Array(2 * this.#length)
      larger.set(new Uint8Array(this.#view.buffer))
      this.#view = new DataView(larger.buffer)
    }
    return at
  }

  /** Writes a value, and where it is into `place`. */
  reference(place: number, value: Reference): void {
    const at = this.#write(value)
    this.#view.setUint32(place, at - place, true)
  }

  finish(): Uint8Array {
    this.reserve(0, 8)
    return new Uint8Array(this.#view.buffer, 0, this.#length)
  }

  #write(value: Reference): number {
    if ('table' in value) return this.#table(value.table)
    if ('text' in value) return this.#text(value.text)
    if ('structs' in value) return this.#structs(value.structs)
    const at = this.reserve(4 + 4 * value.tables.length, 4)
    this.#view.setUint32(at, value.tables.length, true)
    for (const [index, table] of value.tables.entries()) this.reference(at + 4 + 4 * index, table)
    return at
  }

  /** Every field has 8 bytes, which aligns all of them. */
  #table(fields: readonly FlatbufferField[]): number {
    const tableBytes = 8 + 8 * fields.length
    const sizes = 4 + 2 * fields.length
    const vtable = this.reserve(sizes, 8)
    const at = this.reserve(tableBytes, 8)
    this.#view.setUint16(vtable, sizes, true)
    this.#view.setUint16(vtable + 2, tableBytes, true)
    this.#view.setInt32(at, at - vtable, true)
    for (const [index, field] of fields.entries()) {
      if (field === null) continue
      const offset = 8 + 8 * index
      this.#view.setUint16(vtable + 4 + 2 * index, offset, true)
      if ('value' in field) this.#number(at + offset, field.value, field.bytes)
      else this.reference(at + offset, field)
    }
    return at
  }

  #text(text: string): number {
    const bytes = new TextEncoder().encode(text)
    // A zero ends it.
    const at = this.reserve(4 + bytes.length + 1, 4)
    this.#view.setUint32(at, bytes.length, true)
    new Uint8Array(this.#view.buffer).set(bytes, at + 4)
    return at
  }

  #structs(structs: readonly (readonly number[])[]): number {
    const numbers = structs.flat()
    const at = this.reserve(4 + 8 * numbers.length, 8, 4)
    this.#view.setUint32(at, structs.length, true)
    for (const [index, value] of numbers.entries()) this.#number(at + 4 + 8 * index, value, 8)
    return at
  }

  #number(at: number, value: number, bytes: 1 | 2 | 4 | 8): void {
    if (bytes === 1) this.#view.setInt8(at, value)
    else if (bytes === 2) this.#view.setInt16(at, value, true)
    else if (bytes === 4) this.#view.setInt32(at, value, true)
    else this.#view.setBigInt64(at, BigInt(value), true)
  }
}
