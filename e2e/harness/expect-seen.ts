import type { Receipt } from '@ctx/contract';
import { expect } from 'vitest';
import type { ReceivedRequest } from '../model-server/index.ts';
import { requestTexts } from './request-texts.ts';
import { type FormatName, indented, type PromptParts, writePrompt } from './vendor-format.ts';

/** What an agent should have seen. */
export interface Seen extends PromptParts {
  readonly format: FormatName;
  readonly maxBytes: number;
  /** How many of the newest messages in `context` came after the message to answer. Default 0. */
  readonly newer?: number | undefined;
  /** How many earlier messages did not fit. Default 0. */
  readonly dropped?: number | undefined;
  /** Bytes cut from the end of the message. Default 0. */
  readonly cutBytes?: number | undefined;
}

const bytes = (text: string): number => Buffer.byteLength(text);

/** Checks the prompt in a request byte for byte, and the receipt of its turn against the bytes that arrived. */
export function expectSeen(request: ReceivedRequest, receipt: Receipt | undefined, seen: Seen): void {
  const { maxBytes, newer = 0, dropped = 0, cutBytes = 0, context, message, instructions, format } = seen;
  const { prompt, system, sections } = writePrompt(format, { ...seen, context: [...context, ...orderLine(newer)] });
  const { last, before, system: systemPlace } = requestTexts(request);
  expect(last).toBe(prompt);
  expect(before).not.toContain(instructions);
  // Claude Code puts its own system text in front. An API member has only its instructions.
  if (format === 'claude') expect(systemPlace.endsWith(`\n\n${system}`)).toBe(true);
  else if (format === 'api') expect(systemPlace).toBe(system);
  else expect(systemPlace).not.toContain(instructions);

  const usedBytes = bytes(last) + bytes(system);
  expect(usedBytes).toBeLessThanOrEqual(maxBytes);
  expect(receipt).toMatchObject({
    maxBytes,
    usedBytes,
    remainingBytes: maxBytes - usedBytes,
    sections: sections.map(({ name, text }) => ({ name, bytes: bytes(text) })),
    context: { kept: context.length },
    message: { bytes: bytes(indented(message.content)), cutBytes },
  });
  // Dropped in this turn, or no longer offered because an earlier prompt was full.
  const { offered, dropped: droppedNow, outside = 0, reason } = receipt!.context!;
  expect({ left: droppedNow + outside, offered }).toEqual({ left: dropped, offered: context.length + droppedNow });
  expect(reason).toBe(droppedNow > 0 ? 'budget' : undefined);
}

/** The line that says how many of the messages above came after the message to answer. */
function orderLine(newer: number): PromptParts['context'] {
  const which = newer === 1 ? 'last message' : `last ${newer} messages`;
  return newer === 0 ? [] : [{ from: 'ctx', to: 'all', content: `The ${which} above came after the message below.` }];
}
