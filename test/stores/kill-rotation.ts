import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { SealedValues } from '../../src/records/sealed-values.ts'
import { reach } from '../fixtures/kill-here.ts'

// Loaded into `adtally secret rotate` before its own code: the process kills itself at a point.

const { writeFileSync, renameSync } = fs
fs.writeFileSync = (path, data, options) => {
  if (!String(path).endsWith('.rotating')) return writeFileSync(path, data, options)
  // A file whose writing was cut off.
  writeFileSync(path, String(data).slice(0, 20), options)
  reach('half of the file')
  writeFileSync(path, data, options)
}
fs.renameSync = (from, to) => {
  const isRotation = String(from).endsWith('.rotating')
  if (isRotation) reach('committed')
  renameSync(from, to)
  if (isRotation) reach('renamed')
}
syncBuiltinESMExports()

const { reseal } = SealedValues.prototype
SealedValues.prototype.reseal = async function (...args) {
  reach('file written')
  const resealed = await reseal.apply(this, args)
  reach('sealed')
  return resealed
}
