#!/usr/bin/env node
import './tune-process.ts'
import { Command } from 'commander'
import packageJson from '../package.json' with { type: 'json' }
import { accountsCommand } from './cli/accounts.ts'
import { appsCommand } from './cli/apps.ts'
import { demoCommand } from './cli/demo.ts'
import { finalityCommand } from './cli/finality.ts'
import { importCommand } from './cli/import.ts'
import { importsCommand } from './cli/imports.ts'
import { migrateStoreCommand } from './cli/migrate-store.ts'
import { reconcileCommand } from './cli/reconcile.ts'
import { reportFailure } from './cli/report-failure.ts'
import { serveCommand } from './cli/serve.ts'
import { watchCommand } from './cli/watch.ts'

const program = new Command('adtally')
  .description('Self-hosted reporting server for mobile ad revenue.')
  .version(packageJson.version)
  .showHelpAfterError('(see: adtally --help)')
  // Options after a subcommand's name are the subcommand's.
  .enablePositionalOptions()
  .addCommand(serveCommand())
  .addCommand(accountsCommand())
  .addCommand(appsCommand())
  .addCommand(importCommand())
  .addCommand(importsCommand())
  .addCommand(watchCommand())
  .addCommand(reconcileCommand())
  .addCommand(finalityCommand())
  .addCommand(migrateStoreCommand())
  .addCommand(demoCommand())

await program.parseAsync().catch(reportFailure)
