import { anyText, urlOf } from './kinds.ts'
import { named, readSettings, setting } from './setting.ts'
import type { Environment } from './settings.ts'

/** How mail is sent. */
export type MailConfig = ReturnType<typeof readMail>

export const mailSettings = named({
  smtpUrl: setting(
    urlOf('smtp:', 'smtps:'),
    null,
    'the mail server: `smtp://user:password@mail.example.com:587`',
    { isSecret: true },
  ),
  mailFrom: setting(anyText, null, 'the sender of mail: `Adtally <reports@example.com>`'),
})

/** @throws ConfigError naming the variable; never the server's URL, which may contain a password */
export const readMail = (env: Environment) => Object.freeze(readSettings(mailSettings, env))

/** No mail is sent. */
export const noMail: MailConfig = readMail({})
