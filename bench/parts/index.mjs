import { CONVERSATIONS } from '../workloads/conversations.mjs';
import { runConversation } from './conversation.mjs';
import { runMarkers } from './markers.mjs';
import { runMemory } from './memory.mjs';
import { runScale } from './scale.mjs';
import { runSize } from './size.mjs';
import { runStartup } from './startup.mjs';
import { runStreams } from './streams.mjs';
import { runTurn } from './turn.mjs';

/** The parts that `--only` names, in the order of the report. Each emits its sections when they are ready. */
export const PARTS = {
  ...Object.fromEntries(
    Object.keys(CONVERSATIONS).map((id) => [id, (settings, output) => runConversation(id, settings, output)]),
  ),
  streams: runStreams,
  markers: runMarkers,
  size: runSize,
  startup: runStartup,
  turn: runTurn,
  memory: runMemory,
  scale: runScale,
};
