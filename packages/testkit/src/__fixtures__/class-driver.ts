import type { AgentEvent, Place, ProcessDriver, ProcessExit, TurnInput, TurnParser } from '@ctx/contract';
import type { DriverScenario } from '../driver/driver-scenarios.ts';
import { createSampleParser, sampleDriver } from './sample-driver.ts';

/** A correct driver written as a class. The kit must not lose the members on its prototype. */
export class ClassDriver implements ProcessDriver {
  readonly #scenario: DriverScenario;
  constructor(scenario: DriverScenario) {
    this.#scenario = scenario;
  }
  get kind() {
    return 'process' as const;
  }
  get agentType() {
    return 'class';
  }
  command(input: TurnInput, place: Place) {
    return sampleDriver(this.#scenario).command(input, place);
  }
  createParser() {
    return new ClassParser();
  }
}

class ClassParser implements TurnParser {
  readonly #parser = createSampleParser();
  json(value: Readonly<Record<string, unknown>>): AgentEvent[] {
    return this.#parser.json(value);
  }
  text(line: string): AgentEvent[] {
    return this.#parser.text(line);
  }
  finish(exit: ProcessExit) {
    return this.#parser.finish(exit);
  }
}
