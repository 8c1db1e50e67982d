/**
 * What to tell pnpm so that it packs every package that is published. Not npm's work: npm leaves `workspace:^` in the
 * tarball, pnpm writes real versions.
 * @param {string} folder for the tarballs
 */
export function packArguments(folder) {
  return ['--filter', './packages/*', '--filter', './apps/*', 'pack', '--pack-destination', folder];
}
