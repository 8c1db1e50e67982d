export { createInspector, type Inspector, type InspectorOptions } from './inspector.ts';
export type { SearchAnswer, SearchHit } from './protocol/answers.ts';
export { isLoopback } from './server/request-guard.ts';
export { createSessionSearch } from './session/search-sessions.ts';
export type { LiveSource } from './session/watched-session.ts';
