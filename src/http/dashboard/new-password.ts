import Value from 'typebox/value'
import { password as accepted, passwordAccepts } from '../../use-cases/fields.ts'
import { Problem } from '../answer/problems.ts'

/** @param parameter the member of the body with the new password. @throws Problem `bad_parameters` */
export function checkNewPassword(parameter: string, password: string): void {
  if (Value.Check(accepted, password)) return
  const message = `A password has ${passwordAccepts}.`
  throw new Problem('bad_parameters', message, { errors: [{ parameter, message }] })
}
