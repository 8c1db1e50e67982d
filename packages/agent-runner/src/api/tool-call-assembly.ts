import { type ArgumentPieces, createArgumentPieces } from './argument-pieces.ts';
import type { AnswerPiece } from './model-service.ts';
import type { OpenAIToolCallDelta } from './openai-chunk.ts';

interface CallInProgress {
  id: string;
  name: string;
  readonly args: ArgumentPieces;
}

/** Assembles calls that arrive in pieces. */
export interface ToolCallAssembly {
  add(delta: OpenAIToolCallDelta): void;
  /** Yields the complete calls and removes them. */
  takeCalls(): Generator<AnswerPiece>;
}

/**
 * Starts an assembly without calls. Some servers leave out the index and send each call in one piece. Others give every
 * call the same index, so that only the id, or a new name behind complete arguments, distinguishes them.
 */
export function createToolCallAssembly(): ToolCallAssembly {
  const calls: CallInProgress[] = [];
  const byIndex = new Map<number, CallInProgress>();
  const byId = new Map<string, CallInProgress>();

  const find = ({ index, id, function: called }: OpenAIToolCallDelta): CallInProgress | undefined => {
    if (typeof index === 'number') return byIndex.get(index);
    if (id) return byId.get(id);
    // Without index, id and name it can only go on with the last call.
    return called?.name ? undefined : calls.at(-1);
  };

  const begin = (index: number | null | undefined): CallInProgress => {
    const call = { id: '', name: '', args: createArgumentPieces() };
    calls.push(call);
    if (typeof index === 'number') byIndex.set(index, call);
    return call;
  };

  return {
    add(delta) {
      const { index, function: called } = delta;
      const [id, name, json] = [delta.id ?? '', called?.name?.trim() ?? '', toJson(called?.arguments)];
      const known = find(delta);
      const hasOtherId = known !== undefined && id !== '' && known.id !== '' && id !== known.id;
      // Some servers make up a new id for every piece.
      const isOther = hasOtherId && (name !== '' || known.args.isComplete());
      const isNext = known !== undefined && id === '' && name !== '' && isNextCall(known, name, json);
      const call = known === undefined || isOther || isNext ? begin(index) : known;
      call.id ||= id;
      if (id !== '') byId.set(id, call);
      // Some servers repeat the name with every piece.
      call.name ||= name;
      call.args.add(json);
    },
    *takeCalls() {
      // Some servers send a delta with only empty fields, which is not a call.
      const complete = calls.splice(0).filter(({ id, name, args }) => id !== '' || name !== '' || args.text() !== '');
      byIndex.clear();
      byId.clear();
      for (const { id, name, args: pieces } of complete) {
        const args = pieces.read();
        yield {
          kind: 'call',
          part: { functionCall: { ...(id === '' ? {} : { id }), name, args: args ?? {} } },
          problem:
            args === undefined ? `its arguments are not a JSON object: ${pieces.text().slice(0, 200)}` : undefined,
        };
      }
    },
  };
}

/** True if a name without an id begins another call. Servers that repeat the name, or the whole call, begin none. */
function isNextCall(known: CallInProgress, name: string, json: string): boolean {
  return known.args.isFollowedBy(json) && (name !== known.name || !known.args.isRepeatedBy(json));
}

/** Some servers send the arguments as an object, not as JSON. */
function toJson(args: unknown): string {
  if (typeof args === 'string') return args;
  return args === undefined || args === null ? '' : JSON.stringify(args);
}
