import { type Content, type FunctionCall, type FunctionResponse, type Part, roleOf } from '../content.ts';

/** A call of the model and its position. */
interface OpenCall {
  readonly part: Part;
  readonly call: FunctionCall;
  /** Index of its content. */
  readonly at: number;
  /**
   * Index of the user content before it, the same for all calls of one answer. A streamed answer may put each parallel call
   * into a content of its own.
   */
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

/** Calls grouped by the answer that made them, so that the newest answer is searched first. */
interface CallGroups {
  add(call: OpenCall): void;
  /** The first unanswered call of the newest group that has one. Removes the calls it has looked at. */
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

function addTo<Key>(groupsByKey: Map<Key, CallGroups>, key: Key, call: OpenCall): void {
  const groups = groupsByKey.get(key) ?? createCallGroups();
  groupsByKey.set(key, groups);
  groups.add(call);
}

/**
 * Finds the call that each result answers: by id, else by name. By name, it takes the first unanswered call of the
 * newest answer that has one. If both a call and a result have an id, they match only if the ids are equal. Linear in
 * the number of parts.
 */
export function matchToolResults(contents: readonly Content[]): ToolMatch[] {
  const byId = new Map<string, CallGroups>();
  const byName = new Map<string | undefined, CallGroups>();
  const byNameWithoutId = new Map<string | undefined, CallGroups>();
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
    if (roleOf(content) === 'user') answer = at;
    content.parts?.forEach((part) => {
      if (part.functionCall && roleOf(content) === 'model') {
        const open: OpenCall = { part, call: part.functionCall, at, answer, answered: false };
        if (open.call.id) addTo(byId, open.call.id, open);
        else addTo(byNameWithoutId, open.call.name, open);
        addTo(byName, open.call.name, open);
        all.add(open);
      } else if (part.functionResponse) {
        const open = find(part.functionResponse);
        if (open === undefined) return;
        open.answered = true;
        matches.push({ callPart: open.part, callAt: open.at, resultPart: part, resultAt: at });
      }
    });
  });
  return matches;
}
