import { SourceMap } from 'node:module';
import { posix } from 'node:path';

/**
 * The problems of the source map of one built file of a package.
 * @param files The paths inside the package, with their text.
 */
export function sourceMapProblems(files: ReadonlyMap<string, string>, path: string): string[] {
  const text = files.get(path) ?? '';
  const urls = [...text.matchAll(/^\/\/# sourceMappingURL=(.*)$/gm)].map(([, url]) => url ?? '');
  const [url = ''] = urls;
  if (urls.length !== 1) return [`${path} names ${urls.length} maps`];
  const map = files.get(posix.join(posix.dirname(path), url));
  if (map === undefined) return [`${path} names ${url}, which is not in the package`];
  const payload = JSON.parse(map);
  const sourceAt = (source: string) => posix.join(posix.dirname(path), source);
  const missing = (payload.sources as string[]).filter((source) => !files.has(sourceAt(source)));
  if (missing.length > 0) return missing.map((source) => `${path} comes from ${source}, which is not in the package`);
  return firstDeclarationIsFound(text, new SourceMap(payload), (source) => files.get(sourceAt(source)) ?? '')
    ? []
    : [`${path}: the map leads to the wrong line`];
}

/** Traces one declaration back to its source, because a map can name the right files and still be wrong. */
function firstDeclarationIsFound(text: string, map: SourceMap, read: (source: string) => string): boolean {
  const lines = text.split('\n');
  const line = lines.findIndex((candidate) =>
    /^(export declare )?(async )?(function|class|interface) \w+/.test(candidate),
  );
  const [declaration = '', name = ''] = /^.*?(?:function|class|interface) (\w+)/.exec(lines[line] ?? '') ?? [];
  if (name === '') return true;
  const entry = map.findEntry(line, declaration.length - name.length);
  if (!('originalLine' in entry)) return false;
  const original = read(entry.originalSource).split('\n')[entry.originalLine] ?? '';
  // A bundler adds a number to a name that two files declare.
  return original.includes(name.replace(/\d+$/, ''));
}
