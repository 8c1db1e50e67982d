import type { BrokenDrivers } from './broken-driver.ts';
import {
  createSampleParser,
  failed,
  sampleDriver,
  withDriver,
  withEvents,
  withParser,
  withResult,
} from './sample-driver.ts';

let shared = createSampleParser();

/** Defects of the parser. */
export const BROKEN_PARSERS: BrokenDrivers = {
  'throws on a line that is not JSON': [
    withParser((parser) => ({
      text: (line) => {
        JSON.parse(line);
        return parser.text(line);
      },
    })),
    /The parser, given "", threw SyntaxError/,
  ],
  'throws on a value of another type': [
    withParser((parser) => ({
      json: (value) => {
        if (value['type'] === 'say') (value['text'] as string).trim();
        return parser.json(value);
      },
    })),
    /The parser, given .* threw TypeError/,
  ],
  'recurses into the objects it reads': [
    withParser((parser) => ({
      text: (line) => {
        const depth = (at: number): number => (line[at] === '[' ? 1 + depth(at + 1) : 0);
        depth(0);
        return parser.text(line);
      },
    })),
    /threw RangeError/,
  ],
  'has no text function': [withParser(() => ({ text: undefined as never })), /The parser’s text is undefined/],
  'has a json that is not a function': [withParser(() => ({ json: true as never })), /The parser’s json is true/],
  'has no finish function': [withParser(() => ({ finish: undefined as never })), /The parser’s finish is undefined/],
  'throws in finish when nothing was said': [
    withResult((result) => {
      if (result.text === '') throw new Error('nothing');
      return result;
    }),
    /finish\(\) threw Error/,
  ],
  'drops unknown lines': [
    withEvents((event) => (event.type === 'raw' ? [] : [event])),
    /unknown line .* is in no event/,
  ],
  'turns unknown lines into notices': [
    withEvents((event) =>
      event.type === 'raw' ? [{ type: 'notice', kind: 'warning', message: JSON.stringify(event.data) }] : [event],
    ),
    /became a notice event/,
  ],
  'fails at the first unknown line': [
    withParser((parser) => {
      let isUpset = false;
      return {
        json: (value) => {
          const events = parser.json(value);
          isUpset ||= events.some(({ type }) => type === 'raw');
          return events;
        },
        finish: (exit) => (isUpset ? failed('', 'CTX_AGENT_FAILED') : parser.finish(exit)),
      };
    }),
    /changed the result from completed to failed/,
  ],
  'returns a turn-end event': [
    withParser((parser) => ({
      json: (value) =>
        value['type'] === 'done'
          ? [
              ...parser.json(value),
              { type: 'turn-end', result: parser.finish({ exitCode: 0, signal: null, stderr: '' }) },
            ]
          : parser.json(value),
    })),
    /A parser returned a turn-end|2 turn-end events/,
  ],
  'returns events of an unknown type': [
    withEvents((event) => [event, ...(event.type === 'raw' ? [{ type: 'mystery' }] : [])]),
    /event of type "mystery"/,
  ],
  'shares one parser between turns': [
    withDriver(() => ({ createParser: () => shared })),
    /other events if another parser reads|instead of|chang/,
  ],
  'keeps text in the driver': [
    (scenario) => {
      let text = '';
      return {
        ...sampleDriver(scenario),
        createParser: () => {
          const parser = createSampleParser();
          text = '';
          return {
            ...parser,
            json: (value) => {
              const events = parser.json(value);
              for (const event of events) if (event.type === 'text-delta') text += event.text;
              return events;
            },
            finish: (exit) => ({ ...parser.finish(exit), text }),
          };
        },
      };
    },
    /other events if another parser reads|turns at once/,
  ],
  'starts a new turn for each parser': [
    withDriver(() => ({
      createParser: () => {
        shared = createSampleParser();
        return {
          json: (value) => shared.json(value),
          text: (line) => shared.text(line),
          finish: (exit) => shared.finish(exit),
        };
      },
    })),
    /other events if another parser reads|turns at once/,
  ],
  'treats exit code 0 as success': [
    withParser((parser) => ({
      finish: (exit) =>
        exit.exitCode === 0 ? { status: 'completed', text: parser.finish(exit).text } : parser.finish(exit),
    })),
    /exit code 0 is not success|wrote nothing is completed/i,
  ],
  'treats any text as success': [
    withResult((result) => (result.text === '' ? result : { status: 'completed', text: result.text })),
    /exit code 0 is not success/i,
  ],
  'lets the exit code overrule the end event': [
    withParser((parser) => ({
      finish: (exit) =>
        exit.exitCode === 0 ? parser.finish(exit) : failed(parser.finish(exit).text, 'CTX_AGENT_FAILED'),
    })),
    /Let the end event decide, even against/,
  ],
  'lets exit code 0 overrule a failed end': [
    withParser((parser) => {
      let wasEnded = false;
      return {
        json: (value) => {
          wasEnded ||= value['type'] === 'broken';
          return parser.json(value);
        },
        finish: (exit) =>
          wasEnded && exit.exitCode === 0
            ? { status: 'completed', text: parser.finish(exit).text }
            : parser.finish(exit),
      };
    }),
    /A failed turn is completed|The turn is completed/,
  ],
  'calls a killed process cancelled': [
    withParser((parser) => ({
      finish: (exit) => {
        const result = parser.finish(exit);
        return result.status === 'failed' && exit.exitCode === 0 ? { ...result, status: 'cancelled' } : result;
      },
    })),
    /returned the status cancelled/,
  ],
};
