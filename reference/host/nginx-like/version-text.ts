/** Answer to `-V` in nginx's form, by which tools find out what is compiled in. */
export function versionText(serverName: string): string {
  return `nginx version: ${serverName}\nconfigure arguments: --add-module=njs`;
}
