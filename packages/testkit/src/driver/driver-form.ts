import type { AgentDriver } from '@ctx/contract';
import { fail, quote } from '../problem.ts';
import { checkParserForm } from './parser-checks.ts';
import { planOf } from './plan-checks.ts';
import { USUAL_INPUT } from './run-turn.ts';

/** A driver has what a runner calls, so that no turn fails for a part that was forgotten. */
export function checkDriverForm(driver: AgentDriver): void {
  checkKind(driver);
  if (driver.kind !== 'process') return;
  planOf(driver, USUAL_INPUT);
  checkParserForm(driver);
}

function checkKind(driver: AgentDriver): void {
  const { kind } = driver;
  if (kind !== 'process' && kind !== 'stream') fail(`kind is ${quote(kind)}`, "Use 'process' or 'stream'");
  const methods = driver as unknown as Readonly<Record<string, unknown>>;
  const missing = (kind === 'process' ? ['command', 'createParser'] : ['stream']).filter(
    (name) => typeof methods[name] !== 'function',
  );
  if (missing.length > 0) {
    fail(
      `The driver has kind ${quote(kind)} but no ${missing.map((name) => `${name}()`).join(' and no ')}`,
      "Add command() and createParser() for kind 'process', or stream() for kind 'stream'",
    );
  }
  const others = kind === 'process' ? ['stream'] : ['command', 'createParser'];
  const other = others.find((name) => name in driver);
  if (other !== undefined) {
    fail(`The driver has kind ${quote(kind)} but also ${other}()`, 'Remove the methods of the other kind');
  }
}
