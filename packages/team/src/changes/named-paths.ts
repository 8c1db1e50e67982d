/** Fields that hold a path, in the tools of the vendors and of MCP servers: `file_path`, `filePath`, `destination`, … */
const PATH_FIELD = /(path|file|filename|source|destination|target)s?$/i;
/** In the text that tools named `apply_patch` take. */
const PATCHED_FILE = /^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+)$/gm;
const MAX_PATH_LENGTH = 4_096;
const MAX_DEPTH = 5;

/** The paths that the input of an edit names, as the agent wrote them. */
export function namedPaths(input: unknown): string[] {
  const paths: string[] = [];
  collect(input, '', 0, paths);
  return paths;
}

function collect(value: unknown, field: string, depth: number, paths: string[]): void {
  if (typeof value === 'string') {
    if (PATH_FIELD.test(field) && value.length <= MAX_PATH_LENGTH) paths.push(value);
    for (const [, path] of value.matchAll(PATCHED_FILE)) paths.push(path!);
  } else if (typeof value === 'object' && value !== null && depth < MAX_DEPTH) {
    for (const [key, part] of Object.entries(value))
      collect(part, Array.isArray(value) ? field : key, depth + 1, paths);
  }
}
