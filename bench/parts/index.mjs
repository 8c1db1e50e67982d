import { CONVERSATIONS } from '../workloads/conversations.mjs';
import { runConversation } from './conversation.mjs';
import { runMarkers } from './markers.mjs';
import { runStreams } from './streams.mjs';

/** What `--only` names, in the order of the report: each gives its section, or nothing when there is nothing to say. */
export const PARTS = {
  ...Object.fromEntries(
    Object.keys(CONVERSATIONS).map((id) => [id, (settings, onProgress) => runConversation(id, settings, onProgress)]),
  ),
  streams: runStreams,
  markers: runMarkers,
};
