import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Runs test files that failed last time first, then quick ones, because the first failing test kills a mutant. */
export class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification): number => {
      const last = this.ctx.cache.getFileTestResults(`${project.name}:${relative(this.ctx.config.root, moduleId)}`);
      return last === undefined || last.failed ? 0 : last.duration;
    };
    return [...files].sort((a, b) => rank(a) - rank(b));
  }
}
