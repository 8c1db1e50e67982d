import { type Content, type FunctionCall, type FunctionResponse, type Part, roleOf } from '../content.ts';

/** A call of the model and where it stands. */
interface OpenCall {
  readonly part: Part;
  readonly call: FunctionCall;
  /** Index of its content. */
  readonly at: number;
  /** Which stretch of model contents it belongs to: a streamed answer may put each parallel call into its own. */
  readonly answer: number;
  answered: boolean;
}

/** A call with its result. */
export interface ToolMatch {
  readonly callPart: Part;
  readonly callAt: number;
  readonly resultPart: Part;
  readonly resultAt: number;
}

/** Calls of one name, grouped by the answer that made them, so that the newest group is asked first. */
interface CallGroups {
  add(call: OpenCall): void;
  /** The first unanswered call of the newest group that has one. Answered calls are passed over once and forgotten. */
  take(): OpenCall | undefined;
}

function createCallGroups(): CallGroups {
  const groups: { readonly answer: number; readonly calls: OpenCall[]; next: number }[] = [];
  return {
    add(call) {
      const last = groups.at(-1);
      if (last?.answer === call.answer) last.calls.push(call);
      else groups.push({ answer: call.answer, calls: [call], next: 0 });
    },
    take() {
      for (let group = groups.at(-1); group !== undefined; group = groups.at(-1)) {
        while (group.next < group.calls.length) {
          const call = group.calls[group.next++]!;
          if (!call.answered) return call;
        }
        groups.pop();
      }
      return undefined;
    },
  };
}

function addTo(groupsByKey: Map<string, CallGroups>, key: string, call: OpenCall): void {
  const groups = groupsByKey.get(key) ?? createCallGroups();
  groupsByKey.set(key, groups);
  groups.add(call);
}

/**
 * Finds the call each result answers: by id, else by name, in the order of the calls, within the newest answer that
 * has an unanswered one. A result whose id differs from a call's never answers that call. Linear in the number of
 * parts.
 */
export function matchToolResults(contents: readonly Content[]): ToolMatch[] {
  const byId = new Map<string, CallGroups>();
  const byName = new Map<string, CallGroups>();
  const byNameWithoutId = new Map<string, CallGroups>();
  const all = createCallGroups();
  const matches: ToolMatch[] = [];

  const find = (result: FunctionResponse): OpenCall | undefined => {
    if (result.id) {
      const sameId = byId.get(result.id)?.take();
      if (sameId !== undefined) return sameId;
      return result.name ? byNameWithoutId.get(result.name)?.take() : undefined;
    }
    return result.name ? byName.get(result.name)?.take() : all.take();
  };

  let answer = 0;
  contents.forEach((content, at) => {
    if (roleOf(content) === 'user') answer += 1;
    for (const part of content.parts ?? []) {
      if (part.functionCall && roleOf(content) === 'model') {
        const open: OpenCall = { part, call: part.functionCall, at, answer, answered: false };
        if (open.call.id) addTo(byId, open.call.id, open);
        else if (open.call.name) addTo(byNameWithoutId, open.call.name, open);
        if (open.call.name) addTo(byName, open.call.name, open);
        all.add(open);
      } else if (part.functionResponse) {
        const open = find(part.functionResponse);
        if (open === undefined) continue;
        open.answered = true;
        matches.push({ callPart: open.part, callAt: open.at, resultPart: part, resultAt: at });
      }
    }
  });
  return matches;
}
