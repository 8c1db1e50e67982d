/** Every file that a part of a manifest names, such as `exports`, without a leading `./`. */
export function filesNamedIn(part: unknown): string[] {
  if (typeof part === 'string') return [part.replace(/^\.\//, '')];
  return typeof part === 'object' && part !== null ? Object.values(part).flatMap(filesNamedIn) : [];
}
