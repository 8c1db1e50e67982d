import { type BrokenAssemblers, withInput, withParts, withSteps } from './broken-assembler.ts';
import { fitByMeasuring, type Parts } from './standalone-assembler.ts';

type Messages = Parts['context'];

/** The context with the deeds as separate messages, in the places that `place` chooses. */
const moved = (place: (said: Messages, done: Messages) => Messages) =>
  withParts(({ context }) => {
    const said = context.map(({ deeds: _, ...message }) => message);
    const done = context.flatMap(({ deeds }) => (deeds ? [{ from: 'ctx', content: deeds }] : []));
    return { context: place(said, done) };
  });

/** An assembler that drops in another order: `ladder` lists what it tries, the largest first. */
const droppingBy = (ladder: (parts: Parts) => Partial<Parts>[]) =>
  withSteps({
    fit: (parts, budget, steps) => {
      if (parts.context.length > 20) return fitByMeasuring(parts, budget, steps);
      for (const change of [{}, ...ladder(parts)]) {
        const output = steps.render({ ...parts, ...change });
        if (steps.measure(output) <= budget) return output;
      }
      return fitByMeasuring({ ...parts, context: [], lastDeeds: '' }, budget, steps);
    },
  });

const without = (context: Messages, count: number) => context.slice(count);

/** Defects in how deeds are printed and dropped. */
export const BROKEN_DEEDS: BrokenAssemblers = {
  'leaves out deeds': [moved((said) => said), /The deeds of context message 0 are in the output 0 times/],
  'prints deeds twice': [
    withParts(({ context }) => ({
      context: context.map((message) =>
        message.deeds ? { ...message, deeds: `${message.deeds} ${message.deeds}` } : message,
      ),
    })),
    /The deeds of context message 0 are in the output 2 times/,
  ],
  'prints deeds before their message': [
    withParts(({ context }) => ({
      context: context.flatMap(({ deeds, ...message }) =>
        deeds ? [{ from: 'ctx', content: deeds }, message] : [message],
      ),
    })),
    /The deeds of context message 0 are not directly after it/,
  ],
  'prints all deeds at the end': [
    moved((said, done) => [...said, ...done]),
    /The deeds of context message 0 are not directly after it/,
  ],
  'prints deeds under the name of the speaker': [
    withParts(({ context }) => ({
      context: context.map(({ deeds, ...message }) =>
        deeds ? { ...message, content: `${message.content} (${deeds})` } : message,
      ),
    })),
    /The deeds of context message 0 do not name the sender "ctx"/,
  ],
  'leaves out deeds in a guarded prompt': [
    withInput((input) =>
      input.current
        ? { ...input, contextMessages: input.contextMessages.map(({ deeds: _, ...message }) => message) }
        : input,
    ),
    /The deeds of context message 0 are in the output 0 times/,
  ],
  'leaves out the deeds of the current message': [
    withParts(() => ({ lastDeeds: '' })),
    /The deeds of the current message are in the output 0 times/,
  ],
  'leaves out the deeds of the current message if there is no context': [
    withParts(({ context, lastDeeds }) => ({ lastDeeds: context.length > 0 ? lastDeeds : '' })),
    /The deeds of the current message are in the output 0 times/,
  ],
  'prints the deeds of the current message first': [
    withParts(({ context, lastDeeds }) => ({
      context: lastDeeds ? [{ from: 'ctx', content: lastDeeds }, ...context] : context,
      lastDeeds: '',
    })),
    /The deeds of the current message are not directly after it/,
  ],
  'prints a line for empty deeds': [
    withParts(({ context }) => ({
      context: context.map((message) => (message.deeds === '' ? { ...message, deeds: '(nothing)' } : message)),
    })),
    /Empty deeds change the output/,
  ],
  'says nothing about newer messages than the current one': [
    withParts(() => ({ newer: 0 })),
    /With newerMessages 1, "The last message above came after the message below\." is in the prompt 0 times/,
  ],
  'says it before the context': [
    withParts(({ context, newer = 0 }) => ({
      context:
        newer === 1
          ? [{ from: 'ctx', content: 'The last message above came after the message below.' }, ...context]
          : context,
      newer: newer === 1 ? 0 : newer,
    })),
    /is in the prompt 1 times, not once at the end of the context/,
  ],
  'drops deeds before their messages': [
    droppingBy(({ context }) => [
      { context: context.map(({ deeds: _, ...message }) => message) },
      ...context.map((_, at) => ({ context: without(context, at + 1) })),
    ]),
    /The deeds of context message 0 are dropped without it/,
  ],
  'keeps the deeds of a dropped message': [
    droppingBy(({ context }) => {
      const deeds = context[0]?.deeds;
      const kept = deeds ? [{ from: 'ctx', content: deeds }] : [];
      return [
        { context: [...kept, ...without(context, 1)] },
        ...context.map((_, at) => ({ context: without(context, at + 1) })),
      ];
    }),
    /The deeds of context message 0 are kept without it/,
  ],
  'drops the deeds of the current message first': [
    droppingBy(({ context }) => [
      { lastDeeds: '' },
      ...context.map((_, at) => ({ context: without(context, at + 1), lastDeeds: '' })),
    ]),
    /The deeds of the current message are dropped .*, and should not be/,
  ],
  'never drops the deeds of the current message': [
    withSteps({
      fit: (parts, budget, steps) =>
        fitByMeasuring(parts, budget, {
          ...steps,
          render: (rest) => steps.render({ ...rest, lastDeeds: rest.message === '' ? '' : parts.lastDeeds }),
        }),
    }),
    /assemble\(\) refused with \d+ bytes \(a guarded prompt with deeds\), but \d+ bytes are enough/,
  ],
};
