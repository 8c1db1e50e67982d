// @ts-check

/**
 * The `stream_event` lines that Claude sends around whole messages. There are none unless `wanted`.
 *
 * @param {boolean} wanted
 * @param {(type: string, rest: Record<string, unknown>) => string} event
 */
export function createPartialMessage(wanted, event) {
  let started = false;
  let index = 0;

  /** @param {Record<string, unknown>} inner */
  const line = (inner) => event('stream_event', { event: inner, parent_tool_use_id: null });

  return {
    /**
     * @param {Record<string, unknown>} message
     * @param {Record<string, unknown>} block
     * @param {readonly Record<string, unknown>[]} deltas
     */
    *open(message, block, deltas) {
      if (!wanted) return;
      if (!started) {
        yield event('system', { subtype: 'status', status: 'requesting' });
        yield line({ type: 'message_start', message: { ...message, stop_reason: null, stop_sequence: null } });
        started = true;
      }
      yield line({ type: 'content_block_start', index, content_block: emptied(block) });
      for (const delta of deltas) yield line({ type: 'content_block_delta', index, delta });
    },
    *close() {
      if (wanted) yield line({ type: 'content_block_stop', index: index++ });
    },
    *stop() {
      if (!started) return;
      const delta = { stop_reason: 'end_turn', stop_sequence: null };
      yield line({ type: 'message_delta', delta, usage: { output_tokens: 1 } });
      yield line({ type: 'message_stop' });
      started = false;
      index = 0;
    },
  };
}

/** A block as it is announced, before its first delta. @param {Record<string, unknown>} block */
function emptied(block) {
  if (block['type'] === 'tool_use') return { ...block, input: {} };
  return { ...block, ...(block['type'] === 'text' ? { text: '' } : { thinking: '', signature: '' }) };
}
