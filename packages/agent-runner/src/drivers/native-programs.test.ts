import { describe, expect, it } from 'vitest';
import { nativePrograms as ofClaude } from './claude/native-programs.ts';
import { nativePrograms as ofCodex } from './codex/native-programs.ts';

describe('the native program of codex', () => {
  it.each([
    ['linux', 'x64', 'codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex'],
    ['linux', 'arm64', 'codex-linux-arm64/vendor/aarch64-unknown-linux-musl/bin/codex'],
    ['darwin', 'x64', 'codex-darwin-x64/vendor/x86_64-apple-darwin/bin/codex'],
    ['darwin', 'arm64', 'codex-darwin-arm64/vendor/aarch64-apple-darwin/bin/codex'],
    ['win32', 'x64', 'codex-win32-x64/vendor/x86_64-pc-windows-msvc/bin/codex.exe'],
    ['win32', 'arm64', 'codex-win32-arm64/vendor/aarch64-pc-windows-msvc/bin/codex.exe'],
  ])('is beside its npm package or inside it, on %s with %s', (platform, arch, path) => {
    expect(ofCodex(platform, arch)).toEqual([`../../${path}`, `../node_modules/@openai/${path}`]);
  });

  it('does not exist on other platforms', () => {
    expect(ofCodex('sunos', 'x64')).toEqual([]);
  });
});

describe('the native program of claude', () => {
  it('is beside its npm package or inside it, for either C library', () => {
    expect(ofClaude('linux', 'x64')).toEqual([
      '../../claude-code-linux-x64/claude',
      '../node_modules/@anthropic-ai/claude-code-linux-x64/claude',
      '../../claude-code-linux-x64-musl/claude',
      '../node_modules/@anthropic-ai/claude-code-linux-x64-musl/claude',
    ]);
    expect(ofClaude('win32', 'x64')[0]).toBe('../../claude-code-win32-x64/claude.exe');
  });
});
