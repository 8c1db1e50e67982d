export type { AgentScript, Reply, ScriptedOutput, ScriptedUsage, Step, Vendor } from './agent-script.ts';
export { type ReceivedTurn, readReceived } from './received.ts';
export { type ScriptedAgentOptions, type ScriptedCommand, scriptedAgent } from './scripted-agent.ts';
