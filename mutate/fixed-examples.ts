import fc from 'fast-check';

// The same examples for every mutant, so that a mutant is not killed today and alive tomorrow; and not many, since they
// are tried again for each of them.
fc.configureGlobal({ seed: 1, numRuns: 30 });
