export { createInspector, type Inspector, type InspectorOptions } from './inspector.ts';
export { isLoopback } from './server/request-guard.ts';
export type { LiveSource } from './session/watched-session.ts';
