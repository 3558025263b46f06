// One fan: its record, its activities, or its points.
import { activities } from './activities.js';
import { get, idOf } from './calls.js';
import { ledger } from './ledger.js';
import { nameOf } from './names.js';
import { el, entitle, subtabs } from './parts.js';
import { record } from './record.js';
import { may } from './session.js';

const PARTS = { record, activities };

export async function fan(main, signal, [given, part]) {
  main.append(el('h1', {}, 'Fan'), search(signal));
  if (!given) return;
  const id = idOf(given);
  entitle(`Fan ${id}`);
  const person = await get(`/api/v1/crm/fans/${id}`, {}, signal).catch(trouble => {
    if (trouble.status === 404 && may('audit:read', 'loyalty:read')) return null;
    throw trouble;
  });
  if (person === null) {
    // Who is erased still has a ledger; an id of nobody has none.
    await erased(main, signal, id);
    return;
  }
  const home = `#fan/${id}`;
  const parts = [
    may('audit:read', 'loyalty:read') && [home, 'Points', ledger],
    [`${home}/record`, 'Record', record],
    [`${home}/activities`, 'Activities', activities],
  ].filter(Boolean);
  const shown = parts.find(([, , shows]) => shows === (Object.hasOwn(PARTS, part ?? '') ? PARTS[part] : ledger)) ?? parts[0];
  main.append(
    title(nameOf(person) ?? 'Fan', id),
    subtabs('Of this fan', parts, shown[0]));
  await shown[2](main, signal, id, person);
}

async function erased(main, signal, id) {
  const place = el('div');
  await ledger(place, signal, id);
  if (!signal.aborted) main.append(title('erased', id), place);
}

function title(text, id) {
  return el('h2', { class: 'long' }, `${text} `, el('small', { class: 'note' }, id));
}

function search(signal) {
  const found = el('ul', { 'aria-live': 'polite' });
  const words = el('input', { type: 'search', name: 'words', placeholder: may('contacts:read') ? 'Name, email, phone or fan id' : 'Fan id', 'aria-label': 'Find a fan' });
  const form = el('form', { role: 'search', onsubmit: async event => {
    event.preventDefault();
    if (!words.value.trim()) return;
    if (!may('contacts:read')) {
      if (/^\d+$/.test(words.value.trim())) location.hash = `#fan/${words.value.trim()}`;
      else found.replaceChildren(el('li', {}, 'Enter the id of a fan: your role does not search names.'));
      return;
    }
    const fans = (await get('/api/v1/crm/fans', { name: words.value.trim(), limit: 20 }, signal)).data;
    if (fans.length === 1) {
      location.hash = `#fan/${fans[0].fan_id}`;
      return;
    }
    found.replaceChildren(...(fans.length === 0 ? [el('li', {}, 'No fans found.')] : fans.map(one =>
      el('li', {}, el('a', { href: `#fan/${one.fan_id}` }, nameOf(one) ?? `fan ${one.fan_id}`)))));
  } }, words);
  return el('div', {}, form, found);
}
