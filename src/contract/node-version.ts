/** Whether this version of Node.js has what tollgate uses. Imports nothing: it must load on older versions. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

/** What is wrong with this version, and what to do; undefined where it is new enough. */
export const NODE_PROBLEM =
  major > 22 || (major === 22 && minor >= 19)
    ? undefined
    : `expected Node.js 22.19 or later, got ${process.version}: install a newer one, or run npm install --save-dev node@24`;
