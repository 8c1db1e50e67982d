import type { IContextAssembler } from '@ctx/contract';
import { type BrokenAssemblers, withOutput, withParts, withSteps } from './broken-assembler.ts';
import { renderMessageFirst, renderSections } from './formats.ts';
import { escapeJson, jsonLinesAssembler } from './json-lines-assembler.ts';
import { markdownAssembler } from './markdown-assembler.ts';
import { partsOf, standalone } from './standalone-assembler.ts';
import { escapeXml, XML_FORMAT, XmlAssembler } from './xml-assembler.ts';

const asItIs = (text: string) => text;

/** A sound assembler with declarations that are not true, or not of the contract. */
const declaring = (declares: object) => () => ({ ...standalone(renderSections), ...declares }) as IContextAssembler;

const redacting = (pattern: RegExp) =>
  withOutput(({ prompt, systemFlag }) => ({ prompt: prompt.replaceAll(pattern, '[redacted]'), systemFlag }));

/** Defects of what an assembler declares, and of what it does without declaring it. */
export const BROKEN_DECLARED: BrokenAssemblers = {
  'escapes XML without saying so': [
    () => Object.assign(new XmlAssembler(), { escapes: undefined }),
    /content .* is printed escaped, as "a &quot;quoted&quot;/,
  ],
  'escapes JSON without saying so': [
    () => jsonLinesAssembler({}, {}),
    /currentMessage "two.* is printed escaped, as "two\\\\n/,
  ],
  'says that it escapes, and does not': [
    declaring({ escapes: escapeXml }),
    /currentMessage .* is printed unescaped, but the assembler declares escapes/,
  ],
  'forgets to escape the task': [
    () => jsonLinesAssembler({ task: asItIs }),
    /teamTask .* is printed unescaped, but the assembler declares escapes/,
  ],
  'forgets to escape names': [
    () => jsonLinesAssembler({ name: asItIs }, { escapes: (text) => escapeJson(text).replaceAll('>', '\\u003e') }),
    /The name "a: b -> c" is printed unescaped, but the assembler declares escapes|is printed as/,
  ],
  'escapes in another way than it says': [
    () => Object.assign(new XmlAssembler(), { escapes: (text: string) => text.replaceAll('<', '&#60;') }),
    /content .* is printed as "a &quot;.*, but escapes\(\) returns/,
  ],
  'escapes twice': [
    () => jsonLinesAssembler({ content: (text) => escapeJson(escapeJson(text)) }),
    /currentMessage .* (is printed as|is not printed)/,
  ],
  'escapes before it cuts': [
    withSteps({
      declares: { escapes: escapeXml },
      parts: (input) => {
        const { instructions, task, context, lastDeeds, message } = partsOf(input);
        return {
          instructions: instructions.map(escapeXml),
          task: escapeXml(task),
          context: context.map((one) => ({ ...one, from: escapeXml(one.from), content: escapeXml(one.content) })),
          lastDeeds: escapeXml(lastDeeds),
          message: escapeXml(message),
        };
      },
    }),
    /The message is cut wrongly .*escaping makes longer/,
  ],
  'hides redaction in its escapes': [
    () => {
      const escape = (text: string) => escapeXml(text.replaceAll(/\b(sk|ghp|xoxb)[-_]\w[\w-]+/g, '[key]'));
      return new XmlAssembler({ ...XML_FORMAT, escape });
    },
    /escapes\(\) returns the same for ".*" and ".*"/,
  ],
  'escapes < and leaves &': [
    () => new XmlAssembler({ ...XML_FORMAT, escape: (text) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;') }),
    /escapes\(\) returns the same for .* and .*/,
  ],
  'escapes by chance': [
    () => {
      let calls = 0;
      return { ...standalone(renderSections), escapes: (text) => (text.length > 1_000 ? text : `${text}${calls++}`) };
    },
    /escapes\(\) returns a different text the second time|is not printed/,
  ],
  'declares escapes that give no text': [
    declaring({ escapes: () => undefined }),
    /escapes\(\) returned undefined|is not printed/,
  ],
  'declares escapes that are no function': [declaring({ escapes: true }), /escapes is true/],
  'takes out keys': [redacting(/\bsk-[\w-]{20,}/g), /currentMessage "sk-.* is redacted or rewritten/],
  'takes out addresses': [redacting(/[\w.+]+@[\w.]+/g), /currentMessage .*example\.org.* is redacted or rewritten/],
  'takes out what follows password': [redacting(/password\S* \S+/g), /currentMessage "API_KEY.* is redacted or rewritten/],
  'hides numbers of cards': [redacting(/(?:\d{4} ){3}\d{4}/g), /currentMessage "4111.* is redacted or rewritten/],
  'takes out keys from what was said only': [
    withParts(({ context }) => ({
      context: context.map((one) => ({ ...one, content: one.content.replaceAll(/AKIA\w+/g, '****') })),
    })),
    /content "AKIA.* is redacted or rewritten/,
  ],
  'writes the message first without saying so': [
    withSteps({ render: renderMessageFirst }),
    /The context section comes before the task section\. .* or declare sectionOrder/,
  ],
  'writes the task first without saying so': [
    () => markdownAssembler({}, {}),
    /The task section comes before the instructions section/,
  ],
  'declares an order and writes another': [
    declaring({ sectionOrder: ['message', 'context', 'task', 'instructions'] }),
    /The context section comes before the message section\. Print the sections in the sectionOrder/,
  ],
  'declares an order that lacks a section': [
    declaring({ sectionOrder: ['task', 'context', 'message'] }),
    /sectionOrder is "task, context, message"/,
  ],
  'declares an order with a section twice': [
    declaring({ sectionOrder: ['task', 'instructions', 'context', 'message', 'task'] }),
    /List each of instructions, task, context, message once/,
  ],
  'declares an order with a section that is none': [
    declaring({ sectionOrder: ['preface', 'instructions', 'task', 'context', 'message'] }),
    /sectionOrder is "preface/,
  ],
  'declares the newest first and writes the oldest first': [
    declaring({ messageOrder: 'newest-first' }),
    /declares messageOrder "newest-first", but the context is oldest first/,
  ],
  'declares the newest first and writes no order': [
    () => ({
      ...withParts(({ context }) => ({ context: [...context.slice(1), ...context.slice(0, 1)] }))(),
      messageOrder: 'newest-first',
    }),
    /is printed where message .* newest first, as declared/,
  ],
  'declares an order of messages that is none': [declaring({ messageOrder: 'random' }), /messageOrder is "random"/],
};
