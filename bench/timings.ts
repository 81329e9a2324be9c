import type { Question } from './questions.ts'
import type { Service } from './service.ts'

/** Times of several questions, asked one after the other. */
export class Timings {
  /** Milliseconds of each question. */
  readonly ms: number[] = []
  /** Milliseconds to the first byte, or to the first chunk of the engine. */
  readonly firstMs: number[] = []
  /** Processor time of the service's process for all questions, in milliseconds. */
  processorMs = 0
  /** Bytes of all answers over HTTP. */
  bytes = 0

  /** Average processor time of one question, in milliseconds. */
  get processorMsEach(): number {
    return this.processorMs / this.ms.length
  }

  /** Sends the questions over HTTP and reads every answer to its end. */
  async addService(
    service: Service,
    questions: readonly Question[],
    headers?: Record<string, string>,
  ): Promise<void> {
    const processorBefore = await service.processorMs()
    for (const question of questions) {
      const { firstMs, ms, bytes } = await service.time(question, headers)
      this.ms.push(ms)
      this.firstMs.push(firstMs)
      this.bytes += bytes
    }
    this.processorMs += (await service.processorMs()) - processorBefore
  }

  /** Runs the questions on the bare engine, fetching every chunk. */
  async addEngine(service: Service, questions: readonly Question[]): Promise<void> {
    await service.learn(questions)
    const processorBefore = await service.processorMs()
    const { queryMs, firstChunkMs } = await service.engine(questions)
    this.ms.push(...queryMs)
    this.firstMs.push(...firstChunkMs)
    this.processorMs += (await service.processorMs()) - processorBefore
  }
}
