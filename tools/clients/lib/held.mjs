// Holds every exchange that goes through fetch(), whoever makes it, to the description that the server itself serves.
import assert from 'node:assert/strict';
import Ajv2020 from 'ajv/dist/2020.js';

const { fetch } = globalThis;
const JSON_TYPE = 'application/json';
/** Served, and not for client generators: what /docs is made of, and calls of the SDK that nobody offers. */
const isBeside = (path, status) => path.startsWith('/docs/') || (path.startsWith('/api/grid/') && status === 501);
/** What makes a body malformed by its schema alone; the last of them may be so with nothing in the field. */
const OF_FORM = ['wrong_type', 'missing_field', 'unknown_field'];
/** Fields whose null means nobody; in all others it is as good as nothing. */
const NOBODY = ['admin_address', 'rent_collector'];
const documents = new Map();

/** An object that says nothing of further fields has none. */
function close(node) {
  if (typeof node !== 'object' || node === null) {
    return;
  }
  if (typeof node.properties === 'object' && node.type !== undefined
    && node.additionalProperties === undefined && node.unevaluatedProperties === undefined) {
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
    isLenient: template.startsWith('/api/grid/') || methods[method].security?.length === 0,
    pointer: `#/paths/${template.replaceAll('/', '~1')}/${method}`,
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

const isObject = (value) => typeof value === 'object' && value !== null;

/** JSON without the fields that hold nothing, but for those in which it means something. */
function withoutNulls(value, kept) {
  if (Array.isArray(value)) {
    return value.map((element) => withoutNulls(element, kept));
  }
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).filter(([name, held]) => held !== null || kept.includes(name))
      .map(([name, held]) => [name, withoutNulls(held, kept)]))
    : value;
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) {
      return undefined;
    }
    throw error;
  }
}

/** What is wrong with a parameter that was taken. */
function ofParameter({ resolve, faults }, known, isLenient, name, values) {
  const pointer = known.find((one) => resolve(one).name === name);
  if (pointer === undefined) {
    return isLenient ? [] : [`takes a parameter ${name} that is not described`];
  }
  const { type } = resolve(pointer).schema;
  const [value] = values;
  const taken = { string: value, undefined: value, array: values };
  return faults(`${pointer}/schema`, type in taken ? taken[type] : parsed(value))
    .map((fault) => `${name} was taken, though ${fault}`);
}

/** Everything in which a request is not as described though it was taken; and that one is as described that was called malformed. */
function ofRequest(description, operation, { query, body }, status, text) {
  const { resolve, faults } = description;
  const said = body === undefined ? undefined : parsed(body);
  const schema = `${operation.pointer}/requestBody/content/application~1json/schema`;
  const isDescribed = said !== undefined && resolve(operation.pointer).requestBody !== undefined;
  const ofBody = () => [NOBODY, []].map((kept) => faults(schema, withoutNulls(said, kept)))
    .reduce((one, other) => (one.length === 0 ? one : other));
  if (status < 300) {
    const known = (resolve(operation.pointer).parameters ?? [])
      .map((parameter, index) => parameter.$ref ?? `${operation.pointer}/parameters/${index}`)
      .filter((pointer) => resolve(pointer).in === 'query');
    return [...(isDescribed ? ofBody().map((fault) => `was taken, though ${fault}`) : []),
      ...[...new Set(query.keys())].flatMap((name) => ofParameter(description, known, operation.isLenient, name, query.getAll(name)))];
  }
  const blamed = status === 400 ? parsed(text).details.map(({ code }) => code).filter((code) => OF_FORM.includes(code)) : [];
  const isFine = () => (blamed.includes('unknown_field') ? faults(schema, said) : ofBody()).length === 0;
  return blamed.length > 0 && isDescribed && isFine() ? ['was called malformed, though its body is as described'] : [];
}

/** Everything in which an exchange is not as described. */
function problems(description, method, path, request, { status, headers }, text) {
  const { operations, resolve, faults } = description;
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
  if (!head) {
    found.push(...ofRequest(description, operation, request, status, text));
  }
  const response = resolve(operation.pointer).responses[status];
  if (response === undefined) {
    return [...found, `status ${status} is not described`];
  }
  const pointer = response.$ref ?? `${operation.pointer}/responses/${status}`;
  if (resolve(pointer).content?.[type] === undefined) {
    return [...found, `content type ${type} is not described`];
  }
  return type === JSON_TYPE && !head ? [...found, ...faults(`${pointer}/content/application~1json/schema`, JSON.parse(text))] : found;
}

/** What is sent, as far as it is known before it is: a stream could be read but once. */
async function asked(input, options) {
  const given = input instanceof Request ? input.clone() : { url: String(input), method: options?.method ?? 'GET', text: async () => options?.body };
  const body = await given.text();
  const { pathname, searchParams, origin } = new URL(given.url);
  return { origin, method: given.method, path: pathname, request: { query: searchParams, body: typeof body === 'string' ? body : undefined } };
}

globalThis.fetch = async (input, options) => {
  const { origin, method, path, request } = await asked(input, options);
  const description = await served(origin);
  const response = await fetch(input, options);
  const text = await response.clone().text();
  const wrong = problems(description, method, path, request, response, text);
  assert.deepEqual(wrong, [], `${method} ${path} is answered ${response.status} ${text}`);
  return response;
};
