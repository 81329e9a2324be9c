import type { Question } from './questions.ts'
import type { Service } from './service.ts'

/** Times of some questions, asked one after the other. */
export class Timings {
  /** Milliseconds of each question. */
  readonly ms: number[] = []
  /** Processor time of the service's process for all of them, in milliseconds. */
  processorMs = 0
  /** Bytes of all answers over HTTP. */
  bytes = 0

  /** Processor time of one question on average, in milliseconds. */
  get processorMsEach(): number {
    return this.processorMs / this.ms.length
  }

  /** Asks the service over HTTP, reading every answer to its end. */
  async addService(
    service: Service,
    questions: readonly Question[],
    headers?: Record<string, string>,
  ): Promise<void> {
    const processorBefore = await service.processorMs()
    for (const question of questions) {
      const { ms, bytes } = await service.time(question, headers)
      this.ms.push(ms)
      this.bytes += bytes
    }
    this.processorMs += (await service.processorMs()) - processorBefore
  }

  /** Has the bare engine answer, fetching every chunk. */
  async addEngine(service: Service, questions: readonly Question[]): Promise<void> {
    await service.learn(questions)
    const processorBefore = await service.processorMs()
    const { queryMs } = await service.engine(questions)
    this.ms.push(...queryMs)
    this.processorMs += (await service.processorMs()) - processorBefore
  }
}
