import { ContextBudgetError } from '@ctx/contract';
import { type BrokenAssemblers, withSteps } from './broken-assembler.ts';
import { renderSections } from './formats.ts';
import { fitByMeasuring, measureUtf8 } from './standalone-assembler.ts';

/** Defects in how a budget is refused. */
export const BROKEN_REFUSAL: BrokenAssemblers = {
  'refuses with a plain Error': [withSteps({ refuse: () => new Error('too small') }), /threw Error: "too small"/],
  'refuses with a RangeError': [
    withSteps({ refuse: () => new RangeError('too small') }),
    /threw RangeError: "too small"/,
  ],
  'gives the wrong requiredBytes': [
    withSteps({ refuse: (maxBytes, required) => new ContextBudgetError(maxBytes, required + 1) }),
    /requiredBytes \d+ .* smallest budget that works/,
  ],
  'counts the whole message as required': [
    withSteps({
      fit: (parts, maxBytes, steps) => {
        try {
          return fitByMeasuring(parts, maxBytes, steps);
        } catch {
          throw new ContextBudgetError(maxBytes, measureUtf8(renderSections({ ...parts, context: [] })));
        }
      },
    }),
    /requiredBytes \d+ .* smallest budget that works/,
  ],
  'gives the wrong maxBytes in the error': [
    withSteps({ refuse: (_, required) => new ContextBudgetError(0, required) }),
    /The error says maxBytes 0/,
  ],
  'refuses as soon as the whole message does not fit': [
    withSteps({
      fit: (parts, maxBytes, steps) => {
        const whole = measureUtf8(steps.render({ ...parts, context: [] }));
        if (whole > maxBytes) throw new ContextBudgetError(maxBytes, whole);
        return fitByMeasuring(parts, maxBytes, steps);
      },
    }),
    /assemble\(\) refused .* are enough/,
  ],
  'does not check maxBytes': [withSteps({ check: () => {} }), /maxBytes .* (was accepted|gave)/],
  'checks maxBytes only when it is exceeded': [
    withSteps({
      check: () => {},
      fit: (parts, maxBytes, steps) => {
        if (Number.isFinite(maxBytes) && maxBytes >= 0) return fitByMeasuring(parts, maxBytes, steps);
        if (parts.message === '') return steps.render(parts);
        throw new RangeError('maxBytes');
      },
    }),
    /was accepted/,
  ],
  'accepts Infinity as maxBytes': [
    withSteps({
      check: (maxBytes) => {
        if (typeof maxBytes !== 'number' || !(maxBytes >= 0)) throw new RangeError('maxBytes');
      },
    }),
    /maxBytes Infinity was accepted/,
  ],
  'throws a TypeError for a bad maxBytes': [
    withSteps({
      check: (maxBytes) => {
        if (!Number.isFinite(maxBytes) || maxBytes < 0) throw new TypeError('maxBytes');
      },
    }),
    /gave TypeError/,
  ],
  'refuses a budget of 0 if all parts are empty': [
    withSteps({
      check: (maxBytes) => {
        if (!Number.isFinite(maxBytes) || maxBytes < 1) throw new RangeError('maxBytes');
      },
    }),
    /RangeError/,
  ],
};
