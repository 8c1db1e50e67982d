import type { EnforcedPermissions } from '@ctx/contract';

/** Tools that change something; which are denied depends on the permission. */
const EDITING_TOOLS: readonly string[] = ['write_file', 'replace'];
const OTHER_TOOLS: readonly string[] = ['run_shell_command', 'save_memory'];

/**
 * A policy above all others. Settings and policies in the home folder can turn tools on that the approval mode leaves
 * out; this one turns them off again. `full` needs none. One bad rule makes the CLI drop the whole file in silence.
 */
export function adminPolicy(permissions: EnforcedPermissions): string | undefined {
  if (permissions === 'full') return undefined;
  const denied = permissions === 'read-only' ? [...EDITING_TOOLS, ...OTHER_TOOLS] : OTHER_TOOLS;
  const rules = [...denied.map((tool) => `toolName = "${tool}"`), 'mcpName = "*"\ntoolName = "*"'];
  return rules.map((rule) => `[[rule]]\n${rule}\ndecision = "deny"\npriority = 999\n`).join('\n');
}
