const plain = /^[A-Za-z0-9][A-Za-z0-9._-]*$/

/** The folder of an account: its username, unless this leads elsewhere or is the name of a file beside it. */
export const folderNameOf = (username: string, fileBeside: string): string =>
  plain.test(username) && username.toLowerCase() !== fileBeside
    ? username
    : `_${Buffer.from(username).toString('hex')}`
