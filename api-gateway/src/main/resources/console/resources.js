// What the account keeps, as the server describes it: for each resource its operations and their fields.
import { call, get, Trouble } from './calls.js';
import { may } from './session.js';
import { CALLS, WORDS } from './texts.js';

let loading = null;

export function catalogue() {
  loading ??= get('/console/resources.json').then(read, trouble => {
    loading = null;
    throw trouble;
  });
  return loading;
}

function read({ resources }) {
  const all = new Map(Object.entries(resources).map(([name, told]) => [name, { name, actions: [], shows: [], ...told }]));
  // What has no list of its own stands beside things that have one: a show beside its campaign.
  for (const resource of all.values()) {
    const other = all.get(resource.beside);
    if (!resource.list && other) Object.assign(resource, { list: other.list, title_field: other.title_field, listed: other.shows });
  }
  for (const resource of all.values()) {
    const path = resource.list?.path ?? resource.create?.path ?? resource.one?.path ?? resource.actions[0]?.path ?? '';
    const above = idsOf(path).filter(id => id !== resource.own);
    // The list of quests is the account's, though one is made at a business.
    resource.context = resource.list || !resource.create || resource.parent ? above : [];
    resource.ids = resource.own ? [...resource.context, resource.own] : resource.context;
    resource.children = [...all.values()].filter(other => other !== resource && other.parent === resource.name);
  }
  return all;
}

function idsOf(path) {
  return [...path.matchAll(/\{(\w+)}/g)].map(([, id]) => id);
}

// Finds a resource by its name, or by its last word where that is enough.
export async function resource(name) {
  const all = await catalogue();
  const found = all.get(name) ?? [...all.values()].find(one => one.name.endsWith(`.${name}`));
  if (!found) throw new Trouble(404, { detail: WORDS.noSuchList });
  return found;
}

// Whether one of the things has a page: what is read alone, and rows of a list to which something can be done.
export function hasPage(resource) {
  return isAllowed(resource.one) || isAllowed(resource.list) && resource.own !== undefined && (resource.children.length > 0
    || isAllowed(resource.change) || resource.actions.some(action => isAllowed(action) && action.fields.some(field => field.name === resource.own)));
}

// Reads one thing, with the tag of what was read: by a call of its own, or from the list that it stands in.
export async function readOne(resource, ids, signal) {
  if (resource.one) {
    // Settings that nobody made yet are empty, and can be made.
    const isUnmade = trouble => trouble.status === 404 && resource.ids.length === 0 && resource.change;
    return run(resource.one, ids, {}, { signal }).catch(trouble => {
      if (isUnmade(trouble)) return { body: {}, tag: null };
      throw trouble;
    });
  }
  const { body } = await run(resource.list, ids, takesLimit(resource) ? { limit: 500 } : {}, { signal });
  const found = rowsOf(body).find(row => String(row[resource.own]) === String(ids[resource.own]));
  if (!found) throw new Trouble(404, { detail: CALLS.unknown });
  return { body: found, tag: null };
}

export function isAllowed(operation) {
  return operation !== undefined && (!operation.right || may(operation.right));
}

// Whether the user sees anything of it. A list that belongs to another thing is not enough.
export function isOpen(resource) {
  return [resource.listed ? undefined : resource.list, resource.one, resource.create, resource.change, ...resource.actions].some(isAllowed);
}

// The address of a call. An id from the page's address must not change the path.
export function addressOf(operation, ids) {
  return operation.path.replaceAll(/\{(\w+)}/g, (_, id) => {
    const value = String(ids[id] ?? '');
    if (value === '' || value === '.' || value === '..') throw new Trouble(404, { detail: CALLS.unknown });
    return encodeURIComponent(value);
  });
}

// The fields of a call that are in its path or its query and that the ids name.
export function queryOf(operation, ids) {
  const named = operation.fields.filter(field => field.in === 'query' && ids[field.name] !== undefined && ids[field.name] !== null);
  return operation.method === 'POST' ? {} : Object.fromEntries(named.map(field => [field.name, ids[field.name]]));
}

export function bodyFields(operation) {
  return operation.fields.filter(field => field.in === undefined);
}

// Runs an operation: ids go into its path, what was entered into the body or, for DELETE, into the query.
export async function run(operation, ids, entered = {}, { tag, file, signal } = {}) {
  const inPath = new Set(operation.fields.filter(field => field.in === 'path').map(field => field.name));
  const rest = Object.fromEntries(Object.entries(entered).filter(([name]) => !inPath.has(name)));
  const path = addressOf(operation, { ...ids, ...entered });
  if (operation.method !== 'POST') {
    return call(path, { method: operation.method, query: { ...queryOf(operation, ids), ...rest }, tag, signal });
  }
  if (file) return call(path, { method: 'POST', file, signal });
  return call(path, { method: 'POST', body: rest, tag, signal });
}

export function listAddress(resource, ids = {}) {
  if (resource.name === 'webhooks') return '#webhooks';
  return ['#things', resource.name, ...resource.context.map(id => ids[id])].map(part => part.startsWith('#') ? part : encodeURIComponent(part ?? '')).join('/');
}

export function address(resource, ids, ...more) {
  if (resource.name === 'fans' && more.length === 0) return `#fan/${ids.fan_id}`;
  if (resource.name === 'webhooks' && more.length === 0) return `#webhooks/${ids.webhook_uid}`;
  return ['#things', ...[resource.name, ...resource.ids.map(id => ids[id]), ...more].map(encodeURIComponent)].join('/');
}

// The ids of a row of a list: its own, and those of the list.
export function idsOfRow(resource, row, context = {}) {
  return { ...context, ...Object.fromEntries(Object.entries(row).filter(([name, value]) => value !== null && typeof value !== 'object'
    && (name === resource.own || !(name in context)))) };
}

export function titleOf(resource, row) {
  const named = row[resource.title_field];
  if (named !== null && named !== undefined && String(named).trim() !== '') return String(named);
  if (resource.name === 'fans') return row.display_name ?? row.name ?? ([row.first_name, row.last_name].filter(Boolean).join(' ') || WORDS.fanTitle(row.fan_id));
  return resource.own && row[resource.own] !== undefined ? `${resource.one_title} ${row[resource.own]}` : resource.one_title;
}

export function rowsOf(answer) {
  return Array.isArray(answer) ? answer : answer?.data ?? [];
}

// The parameter by which a list is searched: by words of the name.
export function searchOf(resource) {
  const names = resource.list?.fields.map(field => field.name) ?? [];
  return names.includes('q') ? 'q' : names.includes(resource.search) ? resource.search : null;
}

export function takesLimit(resource) {
  return resource.list?.fields.some(field => field.name === 'limit') === true;
}
