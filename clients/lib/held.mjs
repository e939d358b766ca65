// Holds every exchange that goes through fetch(), whoever makes it, to the description that the server itself serves.
import assert from 'node:assert/strict';
import Ajv2020 from 'ajv/dist/2020.js';

const { fetch } = globalThis;
const JSON_TYPE = 'application/json';
/** Served, and not for client generators: what /docs is made of, and calls of the SDK that nobody offers. */
const isBeside = (path, status) => path.startsWith('/docs/') || (path.startsWith('/api/grid/') && status === 501);
const documents = new Map();

/** An object that says nothing of further fields has none. */
function close(node) {
  if (typeof node !== 'object' || node === null) {
    return;
  }
  if (typeof node.properties === 'object' && typeof node.type === 'string' && node.additionalProperties === undefined) {
    node.additionalProperties = false;
  }
  Object.values(node).forEach(close);
}

/** The operations of a server, and what validates against any place in its description. */
async function read(origin) {
  const document = await (await fetch(`${origin}/openapi.json`)).json();
  close(document.components);
  close(document.paths);
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true }).addSchema(document, 'served');
  const resolve = (pointer) => pointer.slice(2).split('/')
    .reduce((node, name) => node[name.replaceAll('~1', '/').replaceAll('~0', '~')], document);
  const operations = Object.entries(document.paths).flatMap(([template, methods]) => Object.keys(methods).map((method) => ({
    method: method.toUpperCase(),
    variables: template.split('{').length,
    pattern: new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{[^}]*\}/g, '[^/]*')}$`),
    pointer: `#/paths/${template.replaceAll('/', '~1')}/${method}/responses`,
  }))).sort((one, other) => one.variables - other.variables);
  const faults = (pointer, value) => {
    const validate = ajv.getSchema(`served${pointer}`);
    return validate(value) ? [] : validate.errors.map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`);
  };
  return { operations, resolve, faults };
}

function served(origin) {
  documents.set(origin, documents.get(origin) ?? read(origin));
  return documents.get(origin);
}

/** Everything in which an answer is not as described. */
function problems({ operations, resolve, faults }, method, path, { status, headers }, text) {
  const there = operations.filter(({ pattern }) => pattern.test(path));
  const head = method === 'HEAD';
  const operation = there.find((one) => one.method === (head ? 'GET' : method));
  const [type] = (headers.get('content-type') ?? '').split(';');
  const found = headers.get('x-request-id') ? [] : ['no x-request-id'];
  if (head && text !== '') {
    found.push('HEAD is answered with a body');
  }
  if (operation === undefined) {
    const expected = isBeside(path, status) || status === (there.length === 0 ? 404 : 405) || status === 503;
    return [...found, ...(expected ? [] : ['no such operation is described']),
      ...(status < 400 || head ? [] : faults('#/components/schemas/Refusal', JSON.parse(text)))];
  }
  const response = resolve(operation.pointer)[status];
  if (response === undefined) {
    return [...found, `status ${status} is not described`];
  }
  const pointer = response.$ref ?? `${operation.pointer}/${status}`;
  if (resolve(pointer).content?.[type] === undefined) {
    return [...found, `content type ${type} is not described`];
  }
  return type === JSON_TYPE && !head ? [...found, ...faults(`${pointer}/content/application~1json/schema`, JSON.parse(text))] : found;
}

globalThis.fetch = async (input, options) => {
  const { url, method } = input instanceof Request ? input : { url: String(input), method: options?.method ?? 'GET' };
  const { origin, pathname } = new URL(url);
  const description = await served(origin);
  const response = await fetch(input, options);
  const text = await response.clone().text();
  const wrong = problems(description, method, pathname, response, text);
  assert.deepEqual(wrong, [], `${method} ${pathname} is answered ${response.status} ${text}`);
  return response;
};
