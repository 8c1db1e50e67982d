/**
 * True for the versions that `engines` allows: `^20.19.0 || >=22.12.0`. These can `require()` an ES module.
 * @param {string} version such as 22.12.0
 */
export function nodeIsSupported(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
}
