import type { EnforcedPermissions } from '@ctx/contract';

/** Tools that change something. The permission decides which of them are denied. */
const EDITING_TOOLS: readonly string[] = ['write_file', 'replace'];
const OTHER_TOOLS: readonly string[] = ['run_shell_command', 'save_memory'];

/**
 * A policy with the highest priority. Settings and policies in the home folder can allow tools that the approval mode
 * excludes; this policy denies them. `full` needs none. Take care: if one rule is invalid, the CLI silently ignores the
 * whole file.
 */
export function adminPolicy(permissions: EnforcedPermissions): string | undefined {
  if (permissions === 'full') return undefined;
  const denied = permissions === 'read-only' ? [...EDITING_TOOLS, ...OTHER_TOOLS] : OTHER_TOOLS;
  const rules = [...denied.map((tool) => `toolName = "${tool}"`), 'mcpName = "*"\ntoolName = "*"'];
  return rules.map((rule) => `[[rule]]\n${rule}\ndecision = "deny"\npriority = 999\n`).join('\n');
}
