import { dirname, resolve } from 'node:path';
import { requireNoMore } from '@ctx/contract';
import { type Document, LineCounter, parseDocument, type YAMLError } from 'yaml';
import type * as z from 'zod';
import { checkInstructionFiles } from './check-instruction-files.ts';
import { checkMembers } from './check-members.ts';
import { closestName } from './closest-name.ts';
import { describeIssue, describeUnknownKey } from './describe-issue.ts';
import { findJsonMistake } from './json-mistake.ts';
import { quotesHint } from './quotes-hint.ts';
import { createSourcePositions, type FieldPath, fieldName, type SourcePosition } from './source-positions.ts';
import type { Team } from './team.ts';
import { TeamFileError, type TeamFileProblem } from './team-file-error.ts';
import { KNOWN_KEYS, teamFileSchema } from './team-schema.ts';
import { toTeam } from './to-team.ts';

/** Options of `parseTeam`. */
export interface ParseTeamOptions {
  /** The file that the text came from. Errors name it, and relative paths are resolved against its folder. */
  readonly file?: string | undefined;
  /** Agent types that the caller's own executor runs, besides the built-in ones. */
  readonly agentTypes?: readonly string[] | undefined;
  /** Tells whether there is a file at an absolute path. With it, an instruction file that is missing is a problem. */
  readonly hasFile?: ((path: string) => boolean) | undefined;
}

/**
 * Parses and checks the text of a team file, YAML or JSON.
 * @throws TeamFileError with all problems, each with its line, its field and how to fix it.
 * @throws TypeError for an unknown option.
 */
export function parseTeam(text: string, options: ParseTeamOptions = {}): Team {
  const { file = 'team file', agentTypes = [], hasFile, ...unknown } = options;
  requireNoMore(unknown satisfies Record<string, never>);
  const lines = new LineCounter();
  const content = text.replace(/^\uFEFF/, '');
  refuseIfAny(jsonProblems(content, file));
  const document = parseDocument(content, { lineCounter: lines, prettyErrors: false });
  const textLines = text.split('\n');
  const hint = (line: number | undefined) => quotesHint(textLines[(line ?? 0) - 1]);
  // Later syntax errors mostly follow from the first one.
  refuseIfAny(document.errors.slice(0, 1).map((error) => withHint(syntaxProblem(error, file, lines), hint)));

  const positions = createSourcePositions(document, lines);
  const problem = (path: FieldPath, message: string, position: SourcePosition | undefined): TeamFileProblem => ({
    file,
    line: position?.line,
    column: position?.column,
    field: fieldName(path),
    message,
  });

  const data = plainData(document, file);
  const problemsOf = (issue: z.core.$ZodIssue): TeamFileProblem[] => {
    const { path } = issue;
    if (issue.code !== 'unrecognized_keys') {
      return [problem(path, describeIssue(issue, valueAt(data, path)), positions.ofValue(path))];
    }
    const known = knownKeys(path, data);
    return issue.keys.map((key) => problem([...path, key], describeUnknownKey(key, known), positions.ofKey(path, key)));
  };
  const parsed = teamFileSchema.safeParse(data, { reportInput: true });
  if (!parsed.success) {
    const issues = withoutRepeats(parsed.error.issues.flatMap(innermost), data);
    const isUnknownKey = (issue: z.core.$ZodIssue) => issue.code === 'unrecognized_keys';
    const described = (wanted: boolean) =>
      byLine(issues.filter((issue) => isUnknownKey(issue) === wanted).flatMap(problemsOf));
    // An unknown field is often the cause of one that is missing.
    refuseIfAny([...described(true), ...described(false)].map((each) => withHint(each, hint)));
    throw new TypeError('The schema failed without naming a problem');
  }
  const mistakes = [
    ...checkMembers(parsed.data.members, agentTypes),
    ...checkInstructionFiles(parsed.data.members, { file: options.file, hasFile }),
  ];
  refuseIfAny(byLine(mistakes.map(({ path, message }) => problem(path, message, positions.ofValue(path)))));
  if (options.file === undefined) return toTeam(parsed.data, undefined, undefined);
  const path = resolve(options.file);
  return toTeam(parsed.data, path, dirname(path));
}

function refuseIfAny(problems: readonly TeamFileProblem[]): void {
  const [first, ...rest] = problems;
  if (first !== undefined) throw new TeamFileError([first, ...rest]);
}

function byLine(problems: readonly TeamFileProblem[]): TeamFileProblem[] {
  return problems.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0));
}

// Aliases that expand without limit are only detected here, when they are resolved.
function plainData(document: Document.Parsed, file: string): unknown {
  try {
    return document.toJS();
  } catch (cause) {
    const message = `not usable YAML: ${cause instanceof Error ? cause.message : String(cause)}`;
    throw new TeamFileError([{ file, field: '', message }], { cause });
  }
}

// Some messages already mention quotes.
function withHint(problem: TeamFileProblem, hint: (line: number | undefined) => string): TeamFileProblem {
  const hasHint = problem.message.includes('in quotes');
  return hasHint ? problem : { ...problem, message: problem.message + hint(problem.line) };
}

function syntaxProblem(error: YAMLError, file: string, lines: LineCounter): TeamFileProblem {
  const { line, col } = lines.linePos(error.pos[0]);
  return {
    file,
    line,
    column: col,
    field: '',
    message: `not valid YAML: ${error.message.replace(/\s+/g, ' ')}`,
  };
}

// JSON is also YAML, but who writes a `.json` file is not helped by the rules of YAML.
function jsonProblems(text: string, file: string): TeamFileProblem[] {
  const mistake = /\.json$/i.test(file) ? findJsonMistake(text) : undefined;
  if (mistake === undefined) return [];
  const before = text.slice(0, mistake.offset).split('\n');
  const position = { line: before.length, column: before.at(-1)!.length + 1 };
  return [{ file, ...position, field: '', message: `not valid JSON: ${mistake.message}` }];
}

// If a value may have two forms and one of them fails only inside the value, report that inner problem.
function innermost(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const inside = issue.errors.find(([first]) => first !== undefined && first.path.length > 0);
  return inside?.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })) ?? [issue];
}

// A misspelt key is often reported twice, as an unknown field and as a missing one. Keep only the first.
function withoutRepeats(issues: readonly z.core.$ZodIssue[], content: unknown): z.core.$ZodIssue[] {
  const misspelt = new Set<string>();
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') continue;
    for (const key of issue.keys) {
      const meant = closestName(key, knownKeys(issue.path, content));
      if (meant !== undefined) misspelt.add(fieldName([...issue.path, meant]));
    }
  }
  return issues.filter((issue) => issue.input !== undefined || !misspelt.has(fieldName(issue.path)));
}

function knownKeys(path: FieldPath, content: unknown): readonly string[] {
  if (path.length === 0) return KNOWN_KEYS.team;
  if (path.length === 2 && path[0] === 'members') {
    return valueAt(content, [...path, 'type']) === 'human' ? KNOWN_KEYS.human : KNOWN_KEYS.ai;
  }
  if (path[0] === 'limits') return KNOWN_KEYS.limits;
  return path[2] === 'api' ? KNOWN_KEYS.api : [];
}

function valueAt(content: unknown, path: FieldPath): unknown {
  return path.reduce<unknown>(
    (value, part) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[part] : undefined,
    content,
  );
}
