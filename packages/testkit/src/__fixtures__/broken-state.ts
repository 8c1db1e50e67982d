import type { AssemblerInput, AssemblerOutput, IContextAssembler, PromptContextMessage } from '@ctx/contract';
import { type BrokenAssemblers, withInput, withOutput, withSteps } from './broken-assembler.ts';
import { renderSections, sectionLine } from './formats.ts';
import { fitByMeasuring, measureUtf8, standalone } from './standalone-assembler.ts';

let calls = 0;

/** A correct assembler with a careless cache of its outputs. */
function cachedBy(key: (input: AssemblerInput) => unknown): () => IContextAssembler {
  return () => {
    const sound = standalone(renderSections);
    const known = new Map<unknown, AssemblerOutput>();
    const assemble = (input: AssemblerInput) => {
      const output = known.get(key(input)) ?? sound.assemble(input);
      known.set(key(input), output);
      return output;
    };
    return { ...sound, assemble };
  };
}

/** Defects of purity, identity and scale. */
export const BROKEN_STATE: BrokenAssemblers = {
  'mutates its input': [
    withInput((input) => ({
      ...input,
      contextMessages: (input.contextMessages as PromptContextMessage[]).sort(() => 0),
    })),
    /deeply frozen input/,
  ],
  'mutates an input that is not frozen': [
    withInput((input) => {
      if (!Object.isFrozen(input)) Object.assign(input, { teamTask: input.teamTask?.trim() ?? '', seen: true });
      return input;
    }),
    /changed its input/,
  ],
  'trims its input in place': [
    withInput((input) =>
      Object.isFrozen(input) ? input : Object.assign(input, { teamTask: input.teamTask?.trim() ?? null }),
    ),
    /changed its input/,
  ],
  'drops from the array it was given': [
    withSteps({
      fit: (parts, maxBytes, steps) => {
        const context = parts.context as PromptContextMessage[];
        while (context.length > 0 && measureUtf8(steps.render(parts)) > maxBytes) context.shift();
        return steps.render(parts);
      },
    }),
    /deeply frozen input|changed its input/,
  ],
  'remembers the call before': [
    () => {
      let before = '';
      return withOutput((output, input) => {
        const prompt = output.prompt + before;
        before = input.currentMessage.length === 14 ? ' ' : '';
        return { ...output, prompt };
      })();
    },
    /another output|did not refuse|kept/,
  ],
  'numbers its calls': [
    () => withOutput((output) => ({ ...output, prompt: output.prompt && `${output.prompt} #${++calls}` }))(),
    /another output the second time/,
  ],
  'behaves differently after a refusal': [
    () => {
      let refused = false;
      const sound = standalone(renderSections);
      return {
        ...sound,
        assemble: (input) => {
          if (refused) return sound.assemble({ ...input, contextMessages: [] });
          try {
            return sound.assemble(input);
          } catch (error) {
            refused = true;
            throw error;
          }
        },
      };
    },
    /After other calls|kept/,
  ],
  'prints the time': [
    withOutput((output) => ({ ...output, prompt: output.prompt && `${output.prompt}\n${new Date().toISOString()}` })),
    /at another time/,
  ],
  'prints the day': [
    withOutput((output) => ({
      ...output,
      prompt: output.prompt && `${output.prompt}\n${new Date(Date.now()).toDateString()}`,
    })),
    /at another time/,
  ],
  'prints random numbers': [
    withOutput((output) => ({
      ...output,
      prompt: output.prompt && `${output.prompt}\n${Math.floor(Math.random() * 2)}`,
    })),
    /with other random numbers/,
  ],
  'caches by message object': [
    () => {
      const lines = new WeakMap<object, PromptContextMessage>();
      return withSteps({
        render: (parts) =>
          renderSections({
            ...parts,
            context: parts.context.map((message) => {
              const known = lines.get(message) ?? { ...message };
              lines.set(message, known);
              return known;
            }),
          }),
      })();
    },
    /content of a message was changed/,
  ],
  'caches by the list of messages': [
    () => {
      const known = new WeakMap<object, string>();
      const sound = standalone(renderSections);
      return {
        ...sound,
        assemble: (input) => {
          const key = input.contextMessages;
          const cached = known.get(key);
          if (cached !== undefined && input.maxBytes > 1e9) return { prompt: cached, systemFlag: undefined };
          const output = sound.assemble(input);
          if (input.maxBytes > 1e9) known.set(key, output.prompt);
          return output;
        },
      };
    },
    /was changed between two calls|After other calls|another output/,
  ],
  'caches by input object': [cachedBy((input) => input), /content of a message was changed/],
  'caches by current message': [
    cachedBy((input) => `${input.currentMessage}|${input.maxBytes}`),
    /another output than a new assembler/,
  ],
  'caches without the speaker': [
    cachedBy((input) => {
      const contents = input.contextMessages.map(({ content }) => content);
      return JSON.stringify({ ...input, contextMessages: contents });
    }),
    /another output than a new assembler/,
  ],
  'caches without the budget': [
    cachedBy((input) => JSON.stringify({ ...input, maxBytes: 0 })),
    /After other calls|another output|bytes of a budget/,
  ],
  'returns the same object every time': [
    () => {
      const shared = { prompt: '', systemFlag: undefined as string | undefined };
      return withOutput((output) => Object.assign(shared, output))();
    },
    /An output changed after it was returned|another/,
  ],
  'prints to the console': [
    withOutput((output) => {
      console.log('assembled');
      return output;
    }),
    /printed "assembled"/,
  ],
  'writes to stderr': [
    withOutput((output) => {
      process.stderr.write('assembled\n');
      return output;
    }),
    /printed "assembled/,
  ],
  'has no agent type': [withSteps({ agentType: '' }), /getAgentType\(\) returned ""/],
  'throws when asked for its agent type': [
    () => ({
      ...standalone(renderSections),
      getAgentType: () => {
        throw new Error('not now');
      },
    }),
    /getAgentType\(\) threw Error: "not now"/,
  ],
  'has another agent type the second time': [
    () => {
      let asked = 0;
      return { ...standalone(renderSections), getAgentType: () => (++asked > 1 ? 'other' : 'standalone') };
    },
    /and later "other"/,
  ],
  'has another agent type for each instance': [
    () => withSteps({ agentType: `agent-${++calls}` })(),
    /and later "agent-/,
  ],
  'is a class, not an instance': [() => class {} as unknown as IContextAssembler, /has no assemble\(\)/],
  'throws on ten thousand messages': [
    withInput((input) => {
      if (input.contextMessages.length >= 10_000) throw new Error('too many');
      return input;
    }),
    /"too many"/,
  ],
  'loses messages beyond a thousand': [
    withInput((input) => ({ ...input, contextMessages: input.contextMessages.slice(-1_000) })),
    /1000 of 10000/,
  ],
  'renders again for each message dropped': [
    withSteps({
      fit: (parts, maxBytes, steps) => {
        for (let first = 0; first <= parts.context.length; first++) {
          const output = steps.render({ ...parts, context: parts.context.slice(first) });
          if (measureUtf8(output) <= maxBytes) return output;
        }
        return fitByMeasuring(parts, maxBytes, steps);
      },
    }),
    /quadratic work: messages were read/,
  ],
  'measures again for each line dropped': [
    withSteps({
      fit: (parts, maxBytes, steps) => {
        const head = steps.render({ ...parts, context: [] }).prompt;
        const lines = parts.context.map(sectionLine);
        while (lines.length > 0 && Buffer.byteLength(`${head}\n\n[CONTEXT]\n${lines.join('\n')}`) > maxBytes) {
          lines.shift();
        }
        return steps.render({ ...parts, context: parts.context.slice(parts.context.length - lines.length) });
      },
    }),
    /quadratic work: texts of/,
  ],
};
