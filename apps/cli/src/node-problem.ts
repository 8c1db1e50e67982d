/** Why ctx cannot run on this version of Node, such as `18.20.4`; `undefined` if it can. As `engines` in package.json. */
export function nodeProblem(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)) return undefined;
  return `ctx needs Node 20.19 or newer, or 22.12 or newer; this is ${version}. Get one from https://nodejs.org`;
}
