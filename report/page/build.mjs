// Builds page.html, the page that `allocsite html` fills, from src/ and the locked libraries.
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   npm ci && npm run build     writes page.html
//   npm run check               exits 1 if page.html is not what the sources build to
//
// One file: styles and script are inline, and the licences of the libraries stand in it. The
// page's own policy allows this script alone, named by its hash, and no network: whatever a
// name in a profile holds, it cannot run. The first line keeps a hash of the sources, so that
// a test without npm can tell when page.html is older than they are.

import {createHash} from 'node:crypto';
import {existsSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, join, relative} from 'node:path';
import {fileURLToPath} from 'node:url';

import {build} from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const read = name => readFileSync(join(here, name), 'utf8');
const {dependencies} = JSON.parse(read('package.json'));

/// Apache-2.0 takes these in.
const Compatible = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', '0BSD'];

/// As test/page/Inputs/sources_hash.py computes it.
function hashOfSources() {
  const files = ['build.mjs', 'package.json', 'package-lock.json']
                    .concat(readdirSync(join(here, 'src'), {recursive: true, withFileTypes: true})
                                .filter(each => each.isFile())
                                .map(each => relative(here, join(each.parentPath, each.name))))
                    .sort();
  const hash = createHash('sha256');
  for (const file of files)
    hash.update(`${file}\0`).update(readFileSync(join(here, file))).update('\0');
  return hash.digest('hex');
}

function licences() {
  return Object.keys(dependencies).map(name => {
    const folder = `node_modules/${name}`;
    const {version, license} = JSON.parse(read(`${folder}/package.json`));
    if (version !== dependencies[name])
      throw new Error(`${name} ${version} is installed, not ${dependencies[name]}: run npm ci`);
    if (!Compatible.includes(license))
      throw new Error(`${name} is under ${license}, which does not go with Apache-2.0`);
    const file = ['LICENSE', 'LICENSE.md', 'LICENSE.txt'].find(
        each => existsSync(join(here, folder, each)));
    return {name, version, license, text: read(`${folder}/${file}`).trim()};
  });
}

async function bundle(entry) {
  const {outputFiles} = await build({
    absWorkingDir: here,
    entryPoints: [entry],
    bundle: true,
    minify: !process.env.DEBUG,
    write: false,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    target: ['chrome111', 'firefox113', 'safari16.4'],
    charset: 'utf8',
    legalComments: 'none', // the licences stand in the page as a whole
  });
  return outputFiles[0].text.trim();
}

async function page() {
  const used = licences();
  const style = await bundle('src/ui/style.css');
  const script = (await bundle('src/main.jsx')).replaceAll('</script', '<\\/script');
  const hash = createHash('sha256').update(script).digest('base64');
  const notices = used.map(({name, version, license, text}) =>
      `${name} ${version} (${license})\n\n${text}`).join('\n\n====\n\n').replaceAll('--', '- -');
  const parts = {
    sources: hashOfSources(),
    notices,
    style,
    script,
    policy: `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'`,
    libraries: used.map(({name, version, license}) => `${name} ${version} (${license})`).join(', '),
  };
  return read('src/template.html').replace(/@([a-z]+)@/g, (all, name) => parts[name] ?? all);
}

const built = await page();
if (process.argv.includes('--check')) {
  if (!existsSync(join(here, 'page.html')) || read('page.html') !== built) {
    console.error('page.html is not what the sources build to: run npm run build');
    process.exit(1);
  }
} else {
  writeFileSync(join(here, 'page.html'), built);
  console.log(`page.html: ${built.length} bytes`);
}
