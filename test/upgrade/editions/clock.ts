// Loaded before Adtally (node --import): every clock of the process shows ADTALLY_TEST_NOW.
const now = Date.parse(process.env.ADTALLY_TEST_NOW!)
const SystemDate = Date

globalThis.Date = new Proxy(SystemDate, {
  construct: (target, args, newTarget) =>
    args.length > 0 ? Reflect.construct(target, args, newTarget) : new SystemDate(now),
  get: (target, name) => (name === 'now' ? () => now : Reflect.get(target, name)),
})
