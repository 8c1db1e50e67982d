import { JSON_STRING, PLAIN_JSON_STRING } from '../../stream/frequent-line.ts';

/**
 * A line with a piece of the agent's own text, by far the most of a turn's lines, as the CLI writes it: what follows the
 * text may be in any order, but only what says nothing about it, and never a sub-agent's call. A line that is written in
 * another way is no mistake: it is parsed like all others.
 */
export const TEXT_DELTA_LINE = new RegExp(
  [
    String.raw`(\{"type":"stream_event","event":\{"type":"content_block_delta","index":(?:0|[1-9]\d*),`,
    String.raw`"delta":\{"type":"text_delta","text":)(${JSON_STRING})\}\}`,
    String.raw`(?:,"(?:session_id|uuid|api_message_id)":${PLAIN_JSON_STRING}|,"parent_tool_use_id":null)*\}`,
  ].join(''),
  'y',
);
