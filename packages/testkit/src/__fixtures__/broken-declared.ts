import type { IContextAssembler } from '@ctx/contract';
import { type BrokenAssemblers, withOutput, withParts, withSteps } from './broken-assembler.ts';
import { renderMessageFirst, renderSections } from './formats.ts';
import { escapeJson, jsonLinesAssembler } from './json-lines-assembler.ts';
import { markdownAssembler } from './markdown-assembler.ts';
import { partsOf, standalone } from './standalone-assembler.ts';
import { escapeXml, XML_FORMAT, XmlAssembler } from './xml-assembler.ts';

const asItIs = (text: string) => text;

/** A correct assembler with wrong or unknown declarations. */
const declaring = (declares: object) => () => ({ ...standalone(renderSections), ...declares }) as IContextAssembler;

const redacting = (pattern: RegExp) =>
  withOutput(({ prompt, systemFlag }) => ({ prompt: prompt.replaceAll(pattern, '[redacted]'), systemFlag }));

/** Wrong declarations, and behaviour that is not declared. */
export const BROKEN_DECLARED: BrokenAssemblers = {
  'escapes XML without declaring it': [
    () => Object.assign(new XmlAssembler(), { escapes: undefined }),
    /content .* is printed escaped, as "a &quot;quoted&quot;/,
  ],
  'escapes JSON without declaring it': [
    () => jsonLinesAssembler({}, {}),
    /currentMessage "two.* is printed escaped, as "two\\\\n/,
  ],
  'declares that it escapes, but does not': [
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
  'escapes in another way than it declares': [
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
      const hideKeys = (text: string) => text.replaceAll(/\b(sk|ghp|xoxb)[-_]\w[\w-]+/g, '[key]');
      return new XmlAssembler({ ...XML_FORMAT, escape: (text) => escapeXml(hideKeys(text)) });
    },
    /escapes\(\) returns the same for ".*" and ".*"/,
  ],
  'escapes < but not &': [
    () => new XmlAssembler({ ...XML_FORMAT, escape: (text) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;') }),
    /escapes\(\) returns the same for .* and .*/,
  ],
  'escapes at random': [
    () => {
      let calls = 0;
      return { ...standalone(renderSections), escapes: (text) => (text.length > 1_000 ? text : `${text}${calls++}`) };
    },
    /escapes\(\) returns a different text the second time|is not printed/,
  ],
  'declares escapes that return no text': [
    declaring({ escapes: () => undefined }),
    /escapes\(\) returned undefined|is not printed/,
  ],
  'declares escapes that are not a function': [declaring({ escapes: true }), /escapes is true/],
  'removes keys': [redacting(/\bsk-[\w-]{20,}/g), /currentMessage "sk-.* is redacted or rewritten/],
  'removes addresses': [redacting(/[\w.+]+@[\w.]+/g), /currentMessage .*example\.org.* is redacted or rewritten/],
  'removes the text after a password label': [
    redacting(/password\S* \S+/g),
    /currentMessage "API_KEY.* is redacted or rewritten/,
  ],
  'hides card numbers': [redacting(/(?:\d{4} ){3}\d{4}/g), /currentMessage "4111.* is redacted or rewritten/],
  'removes keys from context messages only': [
    withParts(({ context }) => ({
      context: context.map((one) => ({ ...one, content: one.content.replaceAll(/AKIA\w+/g, '****') })),
    })),
    /content "AKIA.* is redacted or rewritten/,
  ],
  'prints the message first without declaring it': [
    withSteps({ render: renderMessageFirst }),
    /The context section comes before the task section\. .* or declare sectionOrder/,
  ],
  'prints the task first without declaring it': [
    () => markdownAssembler({}, {}),
    /The task section comes before the instructions section/,
  ],
  'declares a section order but prints another': [
    declaring({ sectionOrder: ['message', 'context', 'task', 'instructions'] }),
    /The context section comes before the message section\. Print the sections in the sectionOrder/,
  ],
  'declares a section order that lacks a section': [
    declaring({ sectionOrder: ['task', 'context', 'message'] }),
    /sectionOrder is "task, context, message"/,
  ],
  'declares a section order with a section twice': [
    declaring({ sectionOrder: ['task', 'instructions', 'context', 'message', 'task'] }),
    /List each of instructions, task, context, message once/,
  ],
  'declares a section order with an unknown section': [
    declaring({ sectionOrder: ['preface', 'instructions', 'task', 'context', 'message'] }),
    /sectionOrder is "preface/,
  ],
  'declares newest first but prints oldest first': [
    declaring({ messageOrder: 'newest-first' }),
    /declares messageOrder "newest-first", but the context is oldest first/,
  ],
  'declares newest first but prints no clear order': [
    () => ({
      ...withParts(({ context }) => ({ context: [...context.slice(1), ...context.slice(0, 1)] }))(),
      messageOrder: 'newest-first',
    }),
    /is printed where message .* newest first, as declared/,
  ],
  'declares an unknown message order': [declaring({ messageOrder: 'random' }), /messageOrder is "random"/],
};
