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
class CallGroups {
  readonly #groups: { answer: number; calls: OpenCall[]; next: number }[] = [];

  add(call: OpenCall): void {
    const last = this.#groups.at(-1);
    if (last?.answer === call.answer) last.calls.push(call);
    else this.#groups.push({ answer: call.answer, calls: [call], next: 0 });
  }

  /** The first unanswered call of the newest group that has one. Answered calls are passed over once and forgotten. */
  take(): OpenCall | undefined {
    for (;;) {
      const group = this.#groups.at(-1);
      if (group === undefined) return undefined;
      while (group.next < group.calls.length) {
        const call = group.calls[group.next++]!;
        if (!call.answered) return call;
      }
      this.#groups.pop();
    }
  }
}

class Registry extends Map<string, CallGroups> {
  add(key: string, call: OpenCall): void {
    const groups = this.get(key) ?? new CallGroups();
    this.set(key, groups);
    groups.add(call);
  }
}

/**
 * Finds the call each result answers: by id, else by name, in the order of the calls, within the newest answer that
 * has an unanswered one. A result whose id differs from a call's never answers that call. Linear in the number of
 * parts.
 */
export function matchToolResults(contents: readonly Content[]): ToolMatch[] {
  const byId = new Registry();
  const byName = new Registry();
  const byNameWithoutId = new Registry();
  const all = new CallGroups();
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
        if (open.call.id) byId.add(open.call.id, open);
        else if (open.call.name) byNameWithoutId.add(open.call.name, open);
        if (open.call.name) byName.add(open.call.name, open);
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
