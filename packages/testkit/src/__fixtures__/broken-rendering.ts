import { type BrokenAssemblers, withInput, withOutput, withParts, withSteps } from './broken-assembler.ts';
import { renderSections, renderWithoutTask, sectionLine } from './formats.ts';
import { rendering } from './layout-assembler.ts';
import { partsOf } from './standalone-assembler.ts';

/** Defects that show without any budget. */
export const BROKEN_RENDERING: BrokenAssemblers = {
  'writes the context of its layout in reversed order': [
    rendering((layout, input) => ({
      blocks: layout.blocks.map((block) =>
        block.shrink === 'oldest' ? { ...block, messages: [...input.contextMessages].reverse() } : block,
      ),
    })),
    /^The context is in reversed order, newest message first, .*\. Print it oldest first, as it is given\.$/,
  ],
  'drops the newest message': [
    withParts(({ context }) => ({ context: context.slice(0, -1) })),
    /message 3 is in the output 0 times/,
  ],
  'prints every message twice': [
    withOutput(({ prompt }) => ({ prompt: `${prompt}\n\n${prompt}`, systemFlag: undefined })),
    /is in the output 2 times/,
  ],
  'prints the newest message twice': [
    withParts(({ context }) => ({ context: [...context, ...context.slice(-1)] })),
    /message 3 is in the output 2 times/,
  ],
  'loses the task': [withParts(() => ({ task: '' })), /The task is not in the output/],
  'loses the task when there is no context': [
    withParts(({ context, task }) => ({ task: context.length === 0 ? '' : task })),
    /The task is not in the output \(without context\)/,
  ],
  'loses the instructions': [withParts(() => ({ instructions: [] })), /systemInstruction is not in the output/],
  'loses one instruction of two': [
    withParts(({ instructions }) => ({ instructions: instructions.slice(0, 1) })),
    /instructionFileText is not in the output/,
  ],
  'loses the instruction file when it is alone': [
    withInput((input) => (input.systemInstruction ? input : { ...input, instructionFileText: undefined })),
    /instructionFileText is not in the output \(.*without systemInstruction/,
  ],
  'loses the message': [withParts(() => ({ message: '' })), /The message is not in the output/],
  'prints the instructions in the prompt and in the flag': [
    withOutput(({ prompt }, input) => ({ prompt, systemFlag: input.systemInstruction?.trim() || undefined })),
    /systemInstruction is in the output 2 times/,
  ],
  'does not print the speakers': [
    withParts(({ context }) => ({ context: context.map((message) => ({ ...message, from: 'someone' })) })),
    /does not say who wrote context message 0/,
  ],
  'gives each message the next speaker': [
    withParts(({ context }) => ({
      context: context.map((message, at) => ({ ...message, from: context[(at + 1) % context.length]!.from })),
    })),
    /is not next to its content/,
  ],
  'shows only the last ten messages': [
    withParts(({ context }) => ({ context: context.slice(-10) })),
    /Context message 0 is|10 of 10000|is not next to/,
  ],
  'declares that it skips the task, but prints it': [
    withSteps({ declares: { skips: ['task'] } }),
    /declares that it skips task, but prints it/,
  ],
  'declares an unknown skip': [withSteps({ declares: { skips: ['message' as 'task'] } }), /skips names "message"/],
  'skips the task without declaring it': [withSteps({ render: renderWithoutTask }), /The task is not in the output/],
  'prints the newest message first': [
    withParts(({ context }) => ({ context: [...context].reverse() })),
    /The context is in reversed order, newest message first/,
  ],
  'sorts messages by speaker': [
    withParts(({ context }) => ({ context: [...context].sort((a, b) => (a.from < b.from ? -1 : 1)) })),
    /Context message 100 is printed where message 1 /,
  ],
  'puts the instruction file first': [
    withParts(({ instructions }) => ({ instructions: [...instructions].reverse() })),
    /instructionFileText comes before/,
  ],
  'removes equal messages': [
    withParts(({ context }) => ({
      context: context.filter((one, at) => context.findIndex((other) => other.content === one.content) === at),
    })),
    /Do not remove duplicates/,
  ],
  'removes the message that equals the current one': [
    withParts(({ context, message }) => ({ context: context.filter((one) => one.content !== message) })),
    /Do not remove duplicates/,
  ],
  'shortens long messages': [
    withParts(({ context }) => ({
      context: context.map((message) => ({ ...message, content: message.content.slice(0, 4_000) })),
    })),
    /content "a long text.* is not printed unchanged/,
  ],
  'looks names up in an object': [
    withParts(({ context }) => ({
      context: context.map((message) => ({
        ...message,
        from: String(({} as Record<string, string>)[message.from] ?? message.from),
      })),
    })),
    /The name "__proto__" is not printed/,
  ],
  'leaves out messages without text': [
    withParts(({ context }) => ({ context: context.filter(({ content }) => content.trim() !== '') })),
    /blank content is left out/,
  ],
  'throws on empty content': [
    withParts(({ context }) => ({
      context: context.map((message) => {
        if (message.content === '') throw new Error('no content');
        return message;
      }),
    })),
    /threw Error: "no content"/,
  ],
  'trims context lines': [
    withParts(({ context }) => ({
      context: context.map((message) => ({ ...message, content: message.content.trim() })),
    })),
    /white space around the content/,
  ],
  'collapses white space': [
    withOutput(({ prompt }) => ({ prompt: prompt.replaceAll(/ +/g, ' '), systemFlag: undefined })),
    /is not printed unchanged/,
  ],
  'collapses empty lines': [
    withOutput(({ prompt }) => ({ prompt: prompt.replaceAll(/\n{3,}/g, '\n\n'), systemFlag: undefined })),
    /is not printed unchanged/,
  ],
  'escapes markup': [
    withParts(({ context }) => ({
      context: context.map((message) => ({ ...message, content: message.content.replaceAll('<', '&lt;') })),
    })),
    /content "<b>.* is printed escaped, as "&lt;b>/,
  ],
  'escapes quotes in the message': [
    withParts(({ message }) => ({ message: message.replaceAll('"', '\\"') })),
    /currentMessage .* is printed escaped, as/,
  ],
  'escapes Markdown': [
    withParts(({ message }) => ({ message: message.replaceAll('*', '\\*') })),
    /currentMessage .* is printed escaped, as/,
  ],
  'removes control characters': [
    withOutput(({ prompt }) => ({ prompt: prompt.replaceAll(/[\0\ufeff]/g, ''), systemFlag: undefined })),
    /is not printed unchanged/,
  ],
  'treats the text null as empty': [
    withParts(({ task }) => ({ task: task === 'null' ? '' : task })),
    /teamTask .* is not printed/,
  ],
  'fills a template by String.replace': [
    withSteps({
      render: (parts) => ({
        ...renderSections({ ...parts, message: parts.message && 'SLOT' }),
        prompt: renderSections({ ...parts, message: parts.message && 'SLOT' }).prompt.replace('SLOT', parts.message),
      }),
    }),
    /is not printed unchanged/,
  ],
  'removes text that looks like a heading': [
    withParts(({ message }) => ({ message: message.replaceAll('[CONTEXT]', '') })),
    /is not printed unchanged/,
  ],
  'normalises Unicode': [
    withOutput(({ prompt }) => ({ prompt: prompt.normalize('NFC'), systemFlag: undefined })),
    /is not printed unchanged/,
  ],
  'turns CRLF into LF': [
    withParts(({ context }) => ({
      context: context.map((message) => ({ ...message, content: message.content.replaceAll('\r\n', '\n') })),
    })),
    /is not printed unchanged/,
  ],
  'replaces lone surrogates': [
    withOutput(({ prompt }) => ({ prompt: Buffer.from(prompt).toString(), systemFlag: undefined })),
    /lone surrogate in currentMessage was changed/,
  ],
  'prints undefined for a missing addressee': [
    withSteps({
      render: (parts) => ({
        prompt: renderSections(parts).prompt.replaceAll('-> all', '-> undefined'),
        systemFlag: undefined,
      }),
    }),
    /prints "undefined"/,
  ],
  'prints null for a missing task': [
    withSteps({ parts: (input) => ({ ...partsOf(input), task: String(input.teamTask).trim() }) }),
    /"null|null"|null/,
  ],
  'prints objects': [
    withSteps({
      render: (parts) => ({
        prompt: renderSections({
          ...parts,
          context: parts.context.map((message) => ({ ...message, to: String(message) })),
        }).prompt,
        systemFlag: undefined,
      }),
    }),
    /prints "\[object Object\]"/,
  ],
  'keeps the heading of an empty context': [
    withSteps({
      render: (parts) => ({
        prompt: `[CONTEXT]\n${parts.context.map(sectionLine).join('\n')}\n\n${renderSections({ ...parts, context: [] }).prompt}`,
        systemFlag: undefined,
      }),
    }),
    /The heading "\[CONTEXT\]" is printed although all parts are empty/,
  ],
  'keeps the heading of a blank task': [
    withSteps({
      parts: (input) => ({
        ...partsOf(input),
        task: input.teamTask ? input.teamTask.trim() || ' ' : '',
      }),
    }),
    /all parts (are )?empty|teamTask .* is not treated as empty/,
  ],
  'does not trim the message': [
    withSteps({
      parts: (input) => ({
        ...partsOf(input),
        message: input.currentMessage.trim() === '' ? '' : input.currentMessage,
      }),
    }),
    /currentMessage is not trimmed/,
  ],
  'trims ASCII white space only': [
    withSteps({
      parts: (input) => ({ ...partsOf(input), task: (input.teamTask ?? '').replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '') }),
    }),
    /all parts (are )?empty|teamTask .* is not treated as empty|teamTask is not trimmed/,
  ],
  'returns an empty system flag': [withOutput(({ prompt }) => ({ prompt, systemFlag: '' })), /systemFlag is empty/],
  'has no own key systemFlag': [withOutput(({ prompt }) => ({ prompt })), /no own key systemFlag/],
  'returns a string': [withOutput(({ prompt }) => prompt), /assemble\(\) returned "/],
  'returns a prompt that is not a string': [
    withOutput(({ prompt }) => ({ prompt: [prompt], systemFlag: undefined })),
    /prompt is/,
  ],
  'is asynchronous': [withOutput(async (output) => output), /returned a promise/],
};
