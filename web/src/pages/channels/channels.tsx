/** Where messages of the account go. */
export default function Channels() {
  return null
}
