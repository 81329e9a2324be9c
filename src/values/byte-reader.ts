/** Reads a stream of bytes in lengths that the reader chooses. */
export class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>
  readonly #onEnd: () => Error
  #rest: Uint8Array = new Uint8Array()

  /** @param onEnd makes the error for a stream that ends before what is asked for */
  constructor(source: AsyncIterable<Uint8Array>, onEnd: () => Error) {
    this.#source = source[Symbol.asyncIterator]()
    this.#onEnd = onEnd
  }

  /** The next bytes, so many. */
  async bytes(length: number): Promise<Uint8Array> {
    const taken = new Uint8Array(length)
    let position = 0
    for await (const piece of this.pieces(length)) {
      taken.set(piece, position)
      position += piece.length
    }
    return taken
  }

  /** The next bytes, so many, in pieces as they arrive. */
  async *pieces(length: number): AsyncGenerator<Uint8Array> {
    for (let left = length; left > 0; ) {
      if (!(await this.#fill())) throw this.#onEnd()
      const piece = this.#rest.subarray(0, left)
      this.#rest = this.#rest.subarray(piece.length)
      left -= piece.length
      yield piece
    }
  }

  /** The text up to the next line feed, which is left out. */
  async line(): Promise<string> {
    const decoder = new TextDecoder()
    for (let text = ''; ; ) {
      if (!(await this.#fill())) throw this.#onEnd()
      const end = this.#rest.indexOf(lineFeed)
      const part = end === -1 ? this.#rest : this.#rest.subarray(0, end)
      this.#rest = this.#rest.subarray(end === -1 ? part.length : end + 1)
      text += decoder.decode(part, { stream: end === -1 })
      if (end !== -1) return text
    }
  }

  /** All that is left. */
  async *rest(): AsyncGenerator<Uint8Array> {
    while (await this.#fill()) {
      const piece = this.#rest
      this.#rest = new Uint8Array()
      yield piece
    }
  }

  /** Gives up what is left. */
  async end(): Promise<void> {
    await this.#source.return?.()
  }

  /** @returns whether there is another byte */
  async #fill(): Promise<boolean> {
    while (this.#rest.length === 0) {
      const { done, value } = await this.#source.next()
      if (done) return false
      this.#rest = value
    }
    return true
  }
}

const lineFeed = 10
