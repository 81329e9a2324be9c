import { takes } from './command-fields.ts'
import { useCaseCommand } from './run-command.ts'

const ofKey = { username: 'the account', name: 'a name for the key' }

export const trustKey = useCaseCommand({
  name: 'trust',
  summary: 'Trust the key of another Adtally: its signed statements can be imported.',
  details:
    'Ask the network for its key by another way than the file, or compare the fingerprints by telephone.',
  examples: [
    'statements trust studio acme --key ed25519:A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg= --network acme',
  ],
  arguments: ofKey,
  options: {
    key: takes('<key>', 'the public key: ed25519: and 44 characters', { isRequired: true }),
    network: takes('<network>', 'the network that its statements are of', { isRequired: true }),
  },
  useCase: async () => (await import('../use-cases/money/statement-keys.ts')).trustStatementKey,
  line: ({ name, network, fingerprint }, { username }) =>
    `The key ${name} is trusted for statements of ${network}. Its fingerprint: ${fingerprint}. Import one: adtally statements import ${username} FILE.json`,
})

export const listTrustedKeys = useCaseCommand({
  name: 'trusted',
  summary: 'List the keys of other Adtallys whose statements are imported.',
  examples: ['statements trusted studio'],
  arguments: { username: 'the account' },
  useCase: async () => (await import('../use-cases/money/statement-keys.ts')).listStatementKeys,
  table: {
    header: ['name', 'network', 'key', 'fingerprint', 'added'],
    toRow: (one) => [
      one.name,
      one.network,
      one.key,
      one.fingerprint,
      one.added_at.slice(0, 19).replace('T', ' '),
    ],
    whenEmpty: ({ username }) =>
      `No keys. Trust one with: adtally statements trust ${username} NAME --key KEY --network NETWORK`,
  },
})

export const distrustKey = useCaseCommand({
  name: 'distrust',
  summary: 'Stop trusting a key. Statements that were imported stay.',
  examples: ['statements distrust studio acme'],
  arguments: { username: 'the account', name: 'the name of the key' },
  isPlain: true,
  useCase: async () => (await import('../use-cases/money/statement-keys.ts')).forgetStatementKey,
  line: ({ name }) => `The key ${name} is no longer trusted. Statements that it signed stay.`,
})
