const TRIPLES: Readonly<Record<string, string>> = {
  'linux-x64': 'x86_64-unknown-linux-musl',
  'linux-arm64': 'aarch64-unknown-linux-musl',
  'darwin-x64': 'x86_64-apple-darwin',
  'darwin-arm64': 'aarch64-apple-darwin',
  'win32-x64': 'x86_64-pc-windows-msvc',
  'win32-arm64': 'aarch64-pc-windows-msvc',
};

/**
 * Where the native program of Codex may be, relative to the program of the npm package. The program of the package is
 * only a wrapper: if it is killed, the native program keeps running. Empty for a platform that has no native program.
 */
export function nativePrograms(platform: string, arch: string): string[] {
  const triple = TRIPLES[`${platform}-${arch}`];
  if (triple === undefined) return [];
  const program = platform === 'win32' ? 'codex.exe' : 'codex';
  const path = `codex-${platform}-${arch}/vendor/${triple}/bin/${program}`;
  return [`../../${path}`, `../node_modules/@openai/${path}`];
}
