/** The rights of each role. */
export const roleTexts = {
  owner: 'Owners see everything, import, and manage keys and users.',
  editor: 'Editors see reports, import, and undo imports.',
  finance: 'Finance sees reports and what networks owe and paid, and changes no figures.',
  viewer: 'Viewers see reports and change nothing.',
}
