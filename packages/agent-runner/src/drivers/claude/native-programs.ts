/**
 * Where the native program of Claude Code may be, relative to the program of the npm package. The program of the package
 * is only a stub if npm ran no install scripts.
 */
export function nativePrograms(platform: string, arch: string): string[] {
  const program = platform === 'win32' ? 'claude.exe' : 'claude';
  return ['', '-musl'].flatMap((libc) => {
    const path = `claude-code-${platform}-${arch}${libc}/${program}`;
    return [`../../${path}`, `../node_modules/@anthropic-ai/${path}`];
  });
}
