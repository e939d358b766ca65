'use strict';
// Reads openapi.json and shows it: operations by tag, parameters, schemas and examples, and a form to try each call.
// Text from the document is only ever set as text, never as markup.

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const SERVED_PER_REQUEST = ['x-service-network', 'x-squads-network', 'x-request-id'];
const root = location.pathname.replace(/\/docs\/?$/, '');
const byId = (id) => document.getElementById(id);
let api;

function el(name, properties, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(properties || {})) {
    if (key in node) node[key] = value;
    else node.setAttribute(key, value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== undefined && child !== ''));
  return node;
}

/** A sentence in which `code` stands between backticks. */
function prose(text) {
  return (text || '').split('`').map((part, i) => (i % 2 ? el('code', {}, part) : part)).filter((part) => part !== '');
}

function resolve(node) {
  return node && node.$ref ? node.$ref.slice(2).split('/').reduce((at, key) => at[key.replace(/~1/g, '/').replace(/~0/g, '~')], api) : node;
}

const refName = (node) => (node && node.$ref ? node.$ref.split('/').pop() : '');

// ---- schemas

function typeOf(schema) {
  if (schema.$ref) {
    const target = resolve(schema);
    return refName(schema) + (target.enum || target.properties || target.oneOf ? '' : ' (' + typeOf(target) + ')');
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.oneOf) return schema.oneOf.map(typeOf).join(' or ');
  if (schema.type === 'array') return typeOf(schema.items || {}) + '[]';
  const type = Array.isArray(schema.type) ? schema.type.join(' or ') : schema.type || 'anything';
  return schema.format ? type + ' ' + schema.format : type;
}

function limitsOf(schema) {
  const said = [];
  if (schema.enum && schema.enum.length <= 16) said.push('one of ' + schema.enum.map((word) => '`' + word + '`').join(' '));
  if (schema.enum && schema.enum.length > 16) said.push('one of ' + schema.enum.length + ' words, see the schema');
  if (schema.minimum !== undefined || schema.maximum !== undefined) said.push([schema.minimum, schema.maximum].map((n) => (n === undefined ? '…' : n)).join(' to '));
  if (schema.minItems || schema.maxItems) said.push((schema.minItems || 0) + ' to ' + (schema.maxItems || '…') + ' elements');
  if (schema.maxLength) said.push('at most ' + schema.maxLength + ' characters');
  if (schema.default !== undefined) said.push('default `' + JSON.stringify(schema.default) + '`');
  return said.join('; ');
}

/** Schemas that an element of this one is made of. */
function parts(schema) {
  const target = resolve(schema) || {};
  if (target.type === 'array') return parts(target.items || {});
  const maps = target.additionalProperties && target.additionalProperties.properties ? [target.additionalProperties] : [];
  return target.oneOf && !target.properties ? target.oneOf.map(resolve).filter((one) => one.properties) : target.properties ? [target] : maps;
}

function about(schema) {
  const target = resolve(schema);
  const text = [schema.description || target.description, limitsOf({ ...target, ...schema })].filter(Boolean).join(' — ');
  return text ? el('p', { className: 'about' }, prose(text)) : '';
}

function fields(schema, depth) {
  const required = schema.required || [];
  return el('ul', { className: 'fields' }, Object.entries(schema.properties).map(([name, field]) => {
    const inner = parts(field);
    const item = el('li', {},
      el('span', { className: 'name' }, name),
      el('span', { className: 'type' }, typeOf(field)),
      required.includes(name) ? el('span', { className: 'must' }, 'required') : '',
      about(field));
    if (inner.length) item.append(lazy('its fields', () => inner.map((one) => fields(one, depth + 1))));
    return item;
  }));
}

function lazy(label, content) {
  const details = el('details', {}, el('summary', {}, label));
  details.addEventListener('toggle', () => { if (details.open && details.children.length === 1) details.append(...[content()].flat()); });
  return details;
}

function schemaView(schema) {
  const named = el('p', { className: 'about' }, 'Schema: ', el('code', {}, typeOf(schema)));
  return [named, ...parts(schema).map((one) => fields(one, 0))];
}

// ---- examples

function code(text, wrap) {
  const copy = el('button', { type: 'button' }, 'Copy');
  copy.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(box.querySelector('pre').textContent);
      copy.textContent = 'Copied';
    } catch {
      copy.textContent = 'Select it';
    }
    setTimeout(() => { copy.textContent = 'Copy'; }, 1500);
  });
  const box = el('div', { className: 'example' }, el('pre', { className: wrap ? 'wrap' : '', tabIndex: 0 }, text), copy);
  return box;
}

const pretty = (value) => JSON.stringify(value, null, 2);

const examples = (content) => Object.values((content && content.examples) || {}).map((one) => resolve(one).value);

/** A body to begin with, where the document shows none. */
function sketch(schema, depth = 0) {
  const target = resolve(schema) || {};
  if (target.examples) return target.examples[0];
  if (target.const !== undefined) return target.const;
  if (target.enum) return target.enum[0];
  if (target.oneOf && !target.properties) return sketch(target.oneOf[0], depth);
  if (target.type === 'array') return depth > 4 ? [] : [sketch(target.items || {}, depth + 1)];
  if (target.properties) {
    return Object.fromEntries(Object.entries(target.properties)
      .filter(([name]) => (target.required || []).includes(name))
      .map(([name, field]) => [name, sketch(field, depth + 1)]));
  }
  return { integer: target.minimum || 0, boolean: false, string: '' }[target.type] ?? null;
}

// ---- operations

const parameters = (op) => (op.parameters || []).map(resolve);

function parameterList(op) {
  if (!parameters(op).length) return '';
  return [el('h4', {}, 'Parameters'), el('ul', { className: 'fields' }, parameters(op).map((one) => el('li', {},
    el('span', { className: 'name' }, one.name),
    el('span', { className: 'type' }, one.in + ', ' + typeOf(one.schema)),
    one.required ? el('span', { className: 'must' }, 'required') : '',
    el('p', { className: 'about' }, prose([one.description, limitsOf(resolve(one.schema))].filter(Boolean).join(' — '))))))];
}

const jsonOf = (holder) => holder && holder.content && holder.content['application/json'];

function requestView(op) {
  const content = jsonOf(op.requestBody);
  return content ? [el('h4', {}, 'Body'), schemaView(content.schema), examples(content).map((one) => code(pretty(one)))] : '';
}

function responsesView(op) {
  const list = Object.entries(op.responses).map(([status, response]) => {
    const target = resolve(response);
    const label = el('span', {}, el('span', { className: 'status ' + (status < 400 ? 'ok' : 'no') }, status), target.description);
    const details = lazy('', () => {
      const content = jsonOf(target);
      if (!content) return el('p', { className: 'about' }, Object.keys(target.content || {}).join(', ') || 'No body.');
      return [schemaView(content.schema), examples(content).map((one) => code(pretty(one)))].flat();
    });
    details.firstChild.append(label);
    return details;
  });
  return [el('h4', {}, 'Answers'), el('div', { className: 'responses' }, list)];
}

function operationView(path, method, op) {
  const view = el('details', { className: 'operation', id: 'op/' + op.operationId },
    el('summary', {},
      el('span', { className: 'method ' + method }, method),
      el('span', { className: 'path' }, path.split(/(\{\w+\})/).map((part) => (part.startsWith('{') ? el('b', {}, part) : part))),
      el('span', { className: 'title' }, op.summary)));
  view.addEventListener('toggle', () => {
    if (!view.open || view.children.length > 1) return;
    view.append(el('div', { className: 'inside' },
      op.description ? el('p', {}, prose(op.description)) : '',
      parameterList(op), requestView(op), responsesView(op), tryView(path, method, op)));
  });
  return view;
}

// ---- trying a call

function input(one) {
  const schema = resolve(one.schema);
  const words = schema.enum || (schema.type === 'boolean' ? ['true', 'false'] : null);
  const control = words
    ? el('select', { name: one.name }, el('option', { value: '' }, ''), words.map((word) => el('option', {}, word)))
    : el('input', { name: one.name, spellcheck: false, autocomplete: 'off' });
  control.dataset.place = one.in;
  return el('label', {}, one.name + (one.required ? ' *' : ''), control);
}

function callOf(path, method, op, form) {
  const given = [...form.querySelectorAll('[data-place]')].filter((one) => one.value !== '');
  const at = (place) => given.filter((one) => one.dataset.place === place);
  const filled = at('path').reduce((url, one) => url.replace('{' + one.name + '}', encodeURIComponent(one.value)), path);
  const query = new URLSearchParams(at('query').map((one) => [one.name, one.value])).toString();
  const headers = Object.fromEntries(at('header').map((one) => [one.name, one.value]));
  const knows = (name) => parameters(op).some((one) => one.name === name);
  if (byId('network').value && knows('x-service-network')) headers['x-service-network'] = byId('network').value;
  const body = form.elements.body && form.elements.body.value.trim();
  if (body) headers['content-type'] = 'application/json';
  return { method: method.toUpperCase(), url: root + filled + (query ? '?' + query : ''), headers, body: body || undefined, secured: op.security === undefined || op.security.length > 0 };
}

const quoted = (text) => "'" + text.replace(/'/g, "'\\''") + "'";

function curlOf(call) {
  const lines = ['curl ' + (call.method === 'GET' ? '' : '-X ' + call.method + ' ') + quoted(location.origin + call.url)];
  if (call.secured) lines.push('-H "Authorization: Bearer $MANDATE_API_KEY"');
  for (const [name, value] of Object.entries(call.headers)) lines.push('-H ' + quoted(name + ': ' + value));
  if (call.body) lines.push('-d ' + quoted(call.body));
  return lines.join(' \\\n  ');
}

function tryView(path, method, op) {
  const content = jsonOf(op.requestBody);
  const inputs = parameters(op).filter((one) => !SERVED_PER_REQUEST.includes(one.name)).map(input);
  const form = el('form', { className: 'try', noValidate: true }, el('h4', {}, 'Try it'));
  if (inputs.length) form.append(el('fieldset', {}, el('legend', { className: 'hidden' }, 'Parameters'), inputs));
  if (content) {
    const start = op.requestBody.required ? pretty(examples(content)[0] || sketch(content.schema)) : '';
    form.append(el('label', {}, 'Body', el('textarea', { name: 'body', spellcheck: false, value: start })));
  }
  const send = el('button', { className: 'send' }, 'Send');
  const curl = code('', true);
  const answer = el('div', { 'aria-live': 'polite' });
  form.append(el('div', { className: 'actions' }, send, el('span', { className: 'about' }, 'Sent from this page to this server.')), curl, answer);
  const show = () => { curl.querySelector('pre').textContent = curlOf(callOf(path, method, op, form)); };
  form.addEventListener('input', show);
  byId('access').addEventListener('input', show);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    send.disabled = true;
    answer.replaceChildren(...await sent(callOf(path, method, op, form)));
    send.disabled = false;
  });
  show();
  return form;
}

async function sent(call) {
  const headers = { ...call.headers };
  if (call.secured && byId('key').value) headers.authorization = 'Bearer ' + byId('key').value;
  const started = performance.now();
  try {
    const reply = await fetch(call.url, { method: call.method, headers, body: call.body, credentials: 'omit', cache: 'no-store' });
    const text = await reply.text();
    const took = Math.round(performance.now() - started);
    let shown = text;
    try { shown = pretty(JSON.parse(text)); } catch { /* no JSON: shown as it came */ }
    const heads = ['x-request-id', 'retry-after', 'allow'].filter((name) => reply.headers.get(name)).map((name) => name + ': ' + reply.headers.get(name));
    return [el('h4', {}, 'Answer'), el('p', {}, el('span', { className: 'status ' + (reply.ok ? 'ok' : 'no') }, String(reply.status)), took + ' ms  ' + heads.join('  ')), code(shown)];
  } catch (fault) {
    return [el('p', { className: 'no' }, 'No answer: ' + fault.message)];
  }
}

// ---- the page

function build() {
  byId('title').textContent = api.info.title + ' API';
  byId('version').textContent = api.info.version;
  byId('summary').textContent = api.info.summary || '';
  byId('description').append(...prose(api.info.description));
  const all = Object.entries(api.paths).flatMap(([path, item]) => METHODS.filter((method) => item[method]).map((method) => ({ path, method, op: item[method] })));
  for (const tag of api.tags) {
    const mine = all.filter((one) => one.op.tags[0] === tag.name);
    const list = el('ul', {});
    const section = el('section', {}, el('h2', {}, tag.name), el('p', { className: 'tag' }, prose(tag.description)));
    for (const { path, method, op } of mine) {
      const view = operationView(path, method, op);
      const link = el('li', {}, el('a', { href: '#op/' + op.operationId }, el('span', { className: 'method ' + method }, method), op.summary));
      const words = [path, method, op.operationId, op.summary, op.description, JSON.stringify(op.requestBody || ''), fieldNames(op)].join(' ').toLowerCase();
      view.dataset.words = link.dataset.words = words;
      list.append(link);
      section.append(view);
    }
    byId('nav').append(el('section', {}, el('h2', {}, tag.name), list));
    byId('operations').append(section);
  }
  for (const [name, schema] of Object.entries(api.components.schemas)) {
    const view = el('details', { className: 'schema', id: 'schema/' + name }, el('summary', {}, el('span', { className: 'name' }, name), el('span', { className: 'title' }, typeOf(schema))));
    view.dataset.words = [name, schema.description, Object.keys(schema.properties || {}).join(' ')].join(' ').toLowerCase();
    view.addEventListener('toggle', () => {
      if (!view.open || view.children.length > 1) return;
      const words = (schema.enum || []).map((word) => [el('code', {}, String(word)), ' ']).flat();
      view.append(el('div', { className: 'inside' }, about({ ...schema, enum: undefined }), words.length ? el('p', {}, words) : '', schema.pattern ? el('p', { className: 'about' }, 'Pattern: ', el('code', {}, schema.pattern)) : '', parts(schema).map((one) => fields(one, 0))));
    });
    byId('schemas').append(view);
  }
  byId('schemas').hidden = false;
  byId('state').textContent = all.length + ' operations.';
}

/** The names of the fields in an operation's body and answers, two schemas deep. */
function fieldNames(op) {
  const names = (schema, depth) => parts(schema || {}).flatMap((one) => Object.entries(one.properties).flatMap(([name, field]) => [name, ...(depth ? names(field, depth - 1) : [])]));
  const answers = Object.entries(op.responses).filter(([status]) => status < 300).map(([, response]) => (jsonOf(resolve(response)) || {}).schema);
  return [(jsonOf(op.requestBody) || {}).schema, ...answers].flatMap((schema) => names(schema, 1)).join(' ');
}

function search() {
  const asked = byId('search').value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const node of document.querySelectorAll('[data-words]')) node.hidden = !asked.every((word) => node.dataset.words.includes(word));
  for (const section of document.querySelectorAll('#nav section, #operations section, #schemas')) section.hidden = !section.querySelector('[data-words]:not([hidden])');
  const found = document.querySelectorAll('.operation:not([hidden])').length;
  byId('state').textContent = asked.length ? (found === 1 ? '1 operation' : found + ' operations') + ' with these words.' : found + ' operations.';
}

function follow() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (const link of document.querySelectorAll('nav a[aria-current]')) link.removeAttribute('aria-current');
  if (!target) return;
  if (target.tagName === 'DETAILS') target.open = true;
  target.scrollIntoView();
  const link = [...document.querySelectorAll('nav a')].find((one) => one.getAttribute('href') === location.hash);
  if (link) link.setAttribute('aria-current', 'true');
  menu(false);
}

function menu(open) {
  byId('nav').classList.toggle('open', open);
  byId('menu').setAttribute('aria-expanded', String(open));
}

function theme(next) {
  const choices = { auto: 'Theme: as the system', light: 'Theme: light', dark: 'Theme: dark' };
  const chosen = choices[next] ? next : 'auto';
  document.documentElement.dataset.theme = chosen;
  byId('theme').textContent = choices[chosen];
  try { localStorage.setItem('mandate-docs-theme', chosen); } catch { /* not kept, then */ }
}

async function start() {
  let kept = 'auto';
  try { kept = localStorage.getItem('mandate-docs-theme'); } catch { /* none is kept */ }
  theme(kept);
  byId('theme').addEventListener('click', () => theme({ auto: 'light', light: 'dark', dark: 'auto' }[document.documentElement.dataset.theme]));
  byId('menu').addEventListener('click', () => menu(!byId('nav').classList.contains('open')));
  byId('search').addEventListener('input', search);
  byId('access').addEventListener('submit', (event) => event.preventDefault());
  document.addEventListener('keydown', (event) => {
    if (event.key === '/' && !/^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName)) {
      event.preventDefault();
      byId('search').focus();
    }
  });
  try {
    const reply = await fetch(root + '/openapi.json', { credentials: 'omit' });
    if (!reply.ok) throw new Error('status ' + reply.status);
    api = await reply.json();
    build();
    window.addEventListener('hashchange', follow);
    follow();
  } catch (fault) {
    byId('state').textContent = 'openapi.json could not be read: ' + fault.message;
  }
}

start();
