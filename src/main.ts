#!/usr/bin/env node
import './tune-process.ts'
import { Command } from 'commander'
import packageJson from '../package.json' with { type: 'json' }
import { accountsCommand } from './cli/accounts.ts'
import { appsCommand } from './cli/apps.ts'
import { demoCommand } from './cli/demo.ts'
import { importCommand } from './cli/import.ts'
import { reportFailure } from './cli/report-failure.ts'
import { serveCommand } from './cli/serve.ts'
import { watchCommand } from './cli/watch.ts'

const program = new Command('adtally')
  .description('Self-hosted reporting server for mobile ad revenue.')
  .version(packageJson.version)
  .showHelpAfterError('(see: adtally --help)')
  .addCommand(serveCommand())
  .addCommand(accountsCommand())
  .addCommand(appsCommand())
  .addCommand(importCommand())
  .addCommand(watchCommand())
  .addCommand(demoCommand())

await program.parseAsync().catch(reportFailure)
