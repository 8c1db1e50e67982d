import type { AssemblerOutput } from '@ctx/contract';
import { type BrokenAssemblers, withInput, withOutput, withSteps } from './broken-assembler.ts';
import { renderSections } from './formats.ts';
import { fitByMeasuring, measureUtf8, type Parts, type Steps } from './standalone-assembler.ts';

const total = ({ prompt, systemFlag }: AssemblerOutput) => prompt + (systemFlag ?? '');

/** Long inputs are fitted correctly, because the broken ways below are slow, and short inputs catch them. */
const isLong = ({ context, message }: Parts) => context.length > 20 || message.length > 100;

/** A fit that first tries something it should not: the first of `attempts` that fits wins. */
function firstThatFits(attempts: (parts: Parts) => Iterable<Partial<Parts>>): Steps['fit'] {
  return (parts, maxBytes, steps) => {
    if (isLong(parts)) return fitByMeasuring(parts, maxBytes, steps);
    for (const attempt of [{}, ...attempts(parts)]) {
      const output = steps.render({ ...parts, ...attempt });
      if (measureUtf8(output) <= maxBytes) return output;
    }
    return fitByMeasuring(parts, maxBytes, steps);
  };
}

/** A correct fit that cuts the message in its own way. */
function cuttingBy(cut: (message: string, maxBytes: number) => string): Steps['fit'] {
  return (parts, maxBytes, steps) => {
    const whole = measureUtf8(steps.render({ ...parts, context: [] }));
    if (whole <= maxBytes || isLong(parts)) return fitByMeasuring(parts, maxBytes, steps);
    const overhead = measureUtf8(steps.render({ ...parts, context: [], message: 'x' })) - 1;
    const message = cut(parts.message, maxBytes - overhead);
    const output = steps.render({ ...parts, context: [], message });
    return message === '' ? fitByMeasuring(parts, maxBytes, steps) : output;
  };
}

function* prefixes(message: string) {
  for (let length = message.length - 1; length > 0; length--) yield message.slice(0, length);
}

/** Defects that show under a budget. */
export const BROKEN_BUDGET: BrokenAssemblers = {
  'ignores maxBytes': [
    withInput((input) => ({
      ...input,
      maxBytes: input.maxBytes >= 0 && input.maxBytes < Number.POSITIVE_INFINITY ? 1e9 : input.maxBytes,
    })),
    /bytes of a budget of/,
  ],
  'counts UTF-16 units': [withSteps({ measure: (output) => total(output).length }), /bytes of a budget of/],
  'counts UTF-16 units for CJK only': [
    withSteps({ measure: (output) => Buffer.byteLength(total(output).replaceAll(/\p{Script=Han}/gu, 'x')) }),
    /bytes of a budget of .*漢/,
  ],
  'counts code points': [withSteps({ measure: (output) => [...total(output)].length }), /bytes of a budget of .*é/],
  'counts three bytes for every wide character': [
    withSteps({ measure: (output) => [...total(output)].reduce((sum, one) => sum + (one > '\x7f' ? 3 : 1), 0) }),
    /bytes of a budget of .*🙂|messages are kept/,
  ],
  'does not count the system flag': [
    () => ({
      ...withSteps({
        render: (parts) => ({
          prompt: renderSections({ ...parts, instructions: [] }).prompt,
          systemFlag: parts.instructions.join('\n') || undefined,
        }),
        measure: ({ prompt }) => Buffer.byteLength(prompt),
      })(),
    }),
    /bytes of a budget of/,
  ],
  'exceeds by one byte': [withInput((input) => ({ ...input, maxBytes: input.maxBytes + 1 })), /bytes of a budget of/],
  'exceeds by one byte when it cuts': [
    withSteps({ fit: cuttingBy((message, room) => message.slice(0, room + 1)) }),
    /bytes of a budget of/,
  ],
  'leaves one byte of the budget unused': [
    withInput((input) => ({ ...input, maxBytes: Math.max(0, input.maxBytes - 1) })),
    /messages are kept .* but \d fit|did refuse|refused/,
  ],
  'drops one more than needed': [
    withSteps({ fit: firstThatFits(({ context }) => context.map((_, at) => ({ context: context.slice(at + 2) }))) }),
    /messages are kept .* but \d fit/,
  ],
  'drops all context at once': [
    withSteps({ fit: firstThatFits(() => [{ context: [] }]) }),
    /Only 0 context messages are kept/,
  ],
  'drops the newest under a budget': [
    withSteps({
      fit: firstThatFits(({ context }) =>
        context.map((_, at) => ({ context: context.slice(0, context.length - 1 - at) })),
      ),
    }),
    /^With \d+ bytes \(plain ASCII\), context messages? [\d, ]+ (is|are) kept instead of messages? [\d, ]+\./,
  ],
  'drops from the middle': [
    withSteps({
      fit: firstThatFits(({ context }) =>
        context.map((_, at) => ({ context: [...context.slice(0, 1), ...context.slice(at + 2)] })),
      ),
    }),
    /^With \d+ bytes \(plain ASCII\), context messages? [\d, ]+ (is|are) kept instead of messages? [\d, ]+\./,
  ],
  'skips large messages and keeps older small ones': [
    withSteps({
      fit: (parts, maxBytes, steps) => {
        const kept: Parts['context'][number][] = [];
        if (isLong(parts) || measureUtf8(steps.render({ ...parts, context: [] })) > maxBytes) {
          return fitByMeasuring(parts, maxBytes, steps);
        }
        for (const message of [...parts.context].reverse()) {
          if (measureUtf8(steps.render({ ...parts, context: [message, ...kept] })) <= maxBytes) kept.unshift(message);
        }
        return steps.render({ ...parts, context: kept });
      },
    }),
    /messages are kept .* but|context messages? .* kept instead of messages? /,
  ],
  'always keeps the newest and cuts the message': [
    withSteps({
      fit: firstThatFits(({ context, message }) => [
        ...context.slice(1).map((_, at) => ({ context: context.slice(at + 1) })),
        ...[...prefixes(message)].map((cut) => ({ context: context.slice(-1), message: cut })),
      ]),
    }),
    /The message is cut .* but it fits whole/,
  ],
  'cuts the message before it drops context': [
    withSteps({ fit: firstThatFits(({ message }) => [...prefixes(message)].map((cut) => ({ message: cut }))) }),
    /The message is cut .* but it fits whole/,
  ],
  'drops the task to save context': [
    withSteps({ fit: firstThatFits(() => [{ task: '' }]) }),
    /The task is in the output 0 times/,
  ],
  'cuts the instructions': [
    withSteps({
      fit: firstThatFits(({ instructions }) => [
        { context: [] },
        { context: [], instructions: instructions.map((text) => text.slice(0, 3)) },
      ]),
    }),
    /systemInstruction is in the output 0 times|did not refuse|context messages are kept/,
  ],
  'drops the whole message instead of refusing': [
    withSteps({
      refuse: () => new Error('unused'),
      fit: (parts, maxBytes, steps) => {
        try {
          return fitByMeasuring(parts, maxBytes, steps);
        } catch {
          return steps.render({ ...parts, context: [], message: '', task: '', instructions: [] });
        }
      },
    }),
    /did not refuse/,
  ],
  'keeps the heading when all context is dropped': [
    withOutput((output, input) =>
      input.contextMessages.length > 0 &&
      !output.prompt.includes('[CONTEXT]') &&
      measureUtf8(output) + 11 <= input.maxBytes
        ? { ...output, prompt: `[CONTEXT]\n\n${output.prompt}` }
        : output,
    ),
    /The heading "\[CONTEXT\]" is printed .* although everything under it was dropped/,
  ],
  'prints how many messages were dropped': [
    withOutput((output, input) =>
      input.contextMessages.length > 0 &&
      !output.prompt.includes('said0x') &&
      measureUtf8(output) + 12 <= input.maxBytes
        ? { ...output, prompt: `${output.prompt} (shortened)` }
        : output,
    ),
    /leave no trace/,
  ],
  'splits a surrogate': [
    withSteps({
      fit: cuttingBy((message, room) => {
        let text = message;
        while (Buffer.byteLength(text) > Math.max(room, 0)) text = text.slice(0, -1);
        return text;
      }),
    }),
    /broken character/,
  ],
  'splits a UTF-8 sequence': [
    withSteps({ fit: cuttingBy((message, room) => Buffer.from(message).subarray(0, Math.max(room, 0)).toString()) }),
    /broken character/,
  ],
  'cuts at words': [
    withSteps({
      fit: cuttingBy((message, room) =>
        message.slice(0, Math.max(0, message.slice(0, Math.max(0, room)).lastIndexOf('M'))),
      ),
    }),
    /The message is cut wrongly/,
  ],
  'trims after the cut': [
    withOutput((output, input) => (input.maxBytes < 1e9 ? { ...output, prompt: output.prompt.trimEnd() } : output)),
    /The message is cut wrongly .*white space inside/,
  ],
  'marks the cut with dots': [
    withSteps({
      fit: (parts, maxBytes, steps) => {
        const output = fitByMeasuring(parts, maxBytes, steps);
        return output.prompt.endsWith(parts.message)
          ? output
          : { ...output, prompt: `${output.prompt.slice(0, -3)}...` };
      },
    }),
    /The message is cut wrongly/,
  ],
  'cuts the start of the message': [
    withSteps({
      fit: cuttingBy((message, room) => {
        let text = message;
        while (Buffer.byteLength(text) > Math.max(room, 0)) text = [...text].slice(1).join('');
        return text;
      }),
    }),
    /The message is cut wrongly/,
  ],
  'measures before it trims': [
    withSteps({
      parts: (input) => ({
        instructions: [input.systemInstruction, input.instructionFileText].flatMap((text) =>
          text?.trim() ? [text] : [],
        ),
        task: input.teamTask?.trim() ? input.teamTask : '',
        context: input.contextMessages,
        lastDeeds: '',
        message: input.currentMessage.trim() ? input.currentMessage : '',
      }),
      fit: (parts, maxBytes, steps) => {
        const output = fitByMeasuring(parts, maxBytes, steps);
        return {
          ...output,
          prompt: output.prompt
            .replaceAll(/[ \t\n\u00a0\u2003\ufeff\u2028]+(?=\n\n\[|$)/g, '')
            .replaceAll(/(\[(?:TASK|MESSAGE|SYSTEM)\]\n)\s+/g, '$1')
            .replaceAll(/(fileText7f|systemText7f)\s+(?=\n\n)/g, '$1'),
        };
      },
    }),
    /kept|refused|cut|trimmed/,
  ],
  'is wrong for large inputs only': [
    withSteps({
      measure: (output) => (total(output).length > 20_000 ? total(output).length * 2 : measureUtf8(output)),
    }),
    /100 KB/,
  ],
};
