import { Counter, Gauge, type Registry } from 'prom-client'

/** Numbers that are known at any time. */
export interface LiveMetric {
  readonly name: string
  readonly help: string
  /** Whether it only grows while the process runs. */
  readonly grows?: true
  /** The label of the values, when there are several. */
  readonly label?: string
  /** The values by the label's; the only one under '' without a label. */
  readonly values: () => Readonly<Record<string, number>>
}

/** Shows numbers that others count. They cost nothing until somebody scrapes. */
export function addLiveMetric(registry: Registry, metric: LiveMetric): void {
  const { name, help, grows, label, values } = metric
  const options = { name, help, labelNames: label ? [label] : [], registers: [registry] }
  const given = () =>
    Object.entries(values()).map(([key, value]) => [label ? { [label]: key } : {}, value] as const)
  if (grows) {
    new Counter({
      ...options,
      collect() {
        this.reset()
        for (const [labels, value] of given()) this.inc(labels, value)
      },
    })
    return
  }
  new Gauge({
    ...options,
    collect() {
      this.reset()
      for (const [labels, value] of given()) this.set(labels, value)
    },
  })
}
