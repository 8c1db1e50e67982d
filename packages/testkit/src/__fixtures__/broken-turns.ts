import type { TurnInput } from '@ctx/contract';
import type { BrokenDrivers } from './broken-driver.ts';
import {
  failed,
  sampleDriver,
  sampleStreamDriver,
  withDriver,
  withEvents,
  withParser,
  withResult,
} from './sample-driver.ts';

/** Defects that show in whole turns. */
export const BROKEN_TURNS: BrokenDrivers = {
  'delivers deltas and then the whole answer': [
    withParser((parser) => ({
      json: (value) =>
        value['type'] === 'done'
          ? [
              ...parser.json(value),
              { type: 'text', text: parser.finish({ exitCode: 0, signal: null, stderr: '' }).text },
            ]
          : parser.json(value),
    })),
    /the answer twice/,
  ],
  'loses a delta': [
    withEvents((event) => (event.type === 'text-delta' && event.text.startsWith('with') ? [] : [event])),
    /Events deliver .*, but the result says/,
  ],
  'delivers nothing': [withEvents((event) => (event.type === 'text-delta' ? [] : [event])), /Events deliver ""/],
  'trims the answer': [
    withEvents((event) =>
      event.type === 'text-delta' ? [{ ...event, text: event.text.replaceAll('\n\n', '\n') }] : [event],
    ),
    /Events deliver/,
  ],
  'returns only the first words as the answer': [
    withResult((result) => (result.status === 'completed' ? { ...result, text: result.text.slice(0, 5) } : result)),
    /The answer is "An an"/,
  ],
  'echoes the prompt': [
    withParser((parser) => ({
      json: (value) =>
        value['type'] === 'hello' ? [{ type: 'reasoning', text: String(value['prompt']) }] : parser.json(value),
    })),
    /An event repeats the prompt/,
  ],
  'puts tool output into the answer': [
    withEvents((event) => (event.type === 'tool-result' ? [event, { type: 'text', text: event.output }] : [event])),
    /Events deliver "found/,
  ],
  'uses the name of the tool as the id of a result': [
    withEvents((event) => (event.type === 'tool-result' ? [{ ...event, id: 'lookup' }] : [event])),
    /id "lookup", which no open tool-call has/,
  ],
  'does not report tool calls': [
    withEvents((event) => (event.type === 'tool-call' || event.type === 'tool-result' ? [] : [event])),
    /no tool-call event/,
  ],
  'does not report tool results': [
    withEvents((event) => (event.type === 'tool-result' ? [] : [event])),
    /A tool-call has no tool-result/,
  ],
  'sends no notice for an empty answer': [
    withEvents((event) => (event.type === 'notice' ? [] : [event])),
    /empty answer comes without a notice/,
  ],
  'fails an empty answer': [
    withResult((result) =>
      result.status === 'completed' && result.text === '' ? failed('', 'CTX_AGENT_FAILED') : result,
    ),
    /The turn is failed/,
  ],
  'uses one code for all failures': [
    withResult((result) => (result.status === 'failed' ? failed(result.text, 'CTX_AGENT_FAILED') : result)),
    /The failure has the code CTX_AGENT_FAILED/,
  ],
  'uses a code that is not of the contract': [
    withResult((result) => (result.status === 'failed' ? failed(result.text, 'E_BROKEN') : result)),
    /A failure has the code "E_BROKEN"/,
  ],
  'returns no error for a failure': [
    withResult((result) => (result.status === 'failed' ? { status: 'failed', text: result.text } : result)),
    /A failed turn has no error/,
  ],
  'returns an error for a success': [
    withResult((result) =>
      result.status === 'completed' ? { ...result, error: failed('', 'CTX_AGENT_FAILED').error } : result,
    ),
    /A completed turn has an error/,
  ],
  'returns the error message as the text': [
    withResult((result) => (result.status === 'failed' ? { ...result, text: 'API Error: 401' } : result)),
    /never delivered|never the error message/,
  ],
  'delivers the error message as text': [
    withParser((parser) => ({
      json: (value) =>
        value['type'] === 'broken'
          ? [...parser.json(value), { type: 'text', text: 'API Error: 401' }]
          : parser.json(value),
      finish: (exit) => {
        const result = parser.finish(exit);
        return result.error === undefined ? result : { ...result, text: `${result.text}API Error: 401` };
      },
    })),
    /never the error message/,
  ],
  'has a message of two lines': [
    withResult((result) =>
      result.error === undefined ? result : { ...result, error: { ...result.error, message: 'one\ntwo' } },
    ),
    /Give one line/,
  ],
  'counts negative tokens': [
    withResult((result) => (result.usage === undefined ? result : { ...result, usage: { outputTokens: -1 } })),
    /outputTokens -1/,
  ],
  'counts NaN tokens': [
    withResult((result) => (result.usage === undefined ? result : { ...result, usage: { outputTokens: Number.NaN } })),
    /outputTokens NaN/,
  ],
  'counts more cached tokens than there are': [
    withResult((result) =>
      result.usage === undefined ? result : { ...result, usage: { inputTokens: 1, cachedInputTokens: 2 } },
    ),
    /2 cached of 1 input/,
  ],
  'reports a negative cost': [
    withResult((result) => (result.status === 'completed' ? { ...result, costUsd: -1 } : result)),
    /costUsd is -1/,
  ],
  'returns no text': [withResult((result) => ({ ...result, text: undefined })), /text of a result is undefined/],
  'returns no result': [withResult(() => undefined), /A turn ended with the result undefined|threw TypeError/],
  'answers each prompt with the first one': [
    (scenario) => {
      let first: TurnInput['prompt'] | undefined;
      const driver = sampleDriver(scenario);
      return {
        ...driver,
        command: (input, place) => {
          first ??= input.prompt;
          return { ...driver.command(input, place), stdin: first };
        },
      };
    },
    /turns at once|another/,
  ],
  'skips the scenario text': [
    (scenario) => (scenario === 'text' ? { skipped: 'no answers' } : sampleDriver(scenario)),
    /text cannot be skipped|cannot be skipped/,
  ],
  'skips without a reason': [
    (scenario) => (scenario === 'tool' ? { skipped: '' } : sampleDriver(scenario)),
    /skipped for the reason ""/,
  ],
  'has no agent type': [withDriver(() => ({ agentType: '' })), /agentType is ""/],
  'is undefined': [() => undefined as never, /create\("text"\) returned undefined/],
  'has no kind': [withDriver(() => ({ kind: undefined as never })), /kind is undefined/],
  'has kind stream but no stream function': [
    withDriver(() => ({ kind: 'stream' as never })),
    /has kind "stream" but no stream\(\)/,
  ],
  'has the methods of both kinds': [
    (scenario) => ({ ...sampleStreamDriver(scenario), ...sampleDriver(scenario) }),
    /has kind "process" but also stream\(\)/,
  ],
};
