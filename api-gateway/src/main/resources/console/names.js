// The newest records of points, and the names of the fans in streams.
import { get } from './calls.js';
import { paced } from './live.js';
import { el, fanLink, repeatedly, unlessLeft } from './parts.js';
import { NAMES as TEXT } from './texts.js';

const REFRESH = 30000;

export function newestRecords(query, signal) {
  return get('/api/v1/ent/fan_points', { start_date: '2000-01-01', end_date: '2999-12-31', order: 'desc', ...query }, signal);
}

// The name that a fan is known by, else the email; null for a fan that has neither.
export function nameOf(fan) {
  return fan.display_name ?? fan.name ?? ([fan.first_name, fan.last_name].filter(Boolean).join(' ') || fan.email || null);
}

// Streams have ids of fans only; a missing name is asked for. After a few tries a fan that is not found is left without.
// A fan without a display name is asked for alone, since lists show display names only. Fans change their names and are
// erased, so every name is asked for again after half a minute, and none is shown for longer than a minute.
export function nameBook(signal, ask, learned) {
  const names = new Map();
  const tries = new Map();
  let missing = [];
  const alone = new Map();
  const age = entry => performance.now() - (entry?.at ?? -Infinity);
  const remember = (book, id, name) => book.set(id, { name, at: performance.now() });
  const lookAlone = async id => {
    if (age(alone.get(id)) >= REFRESH / 2) {
      remember(alone, id, await get(`/api/v1/crm/fans/${id}`, {}, signal).then(nameOf, () => null));
    }
    remember(names, id, alone.get(id).name);
  };
  const look = paced(signal, async () => {
    missing.forEach(id => tries.set(id, (tries.get(id) ?? 0) + 1));
    missing = [];
    try {
      const rows = await ask();
      rows.filter(row => row.display_name).forEach(row => remember(names, row.fan_id, row.display_name));
      await Promise.all([...new Set(rows.filter(row => !row.display_name).map(row => row.fan_id))].map(lookAlone));
      learned(rows);
    } catch (trouble) {
      unlessLeft(signal)(trouble);
    }
  }, 1000);
  const want = ids => {
    missing = ids.filter(id => !names.has(id) && (tries.get(id) ?? 0) < 5);
    if (missing.length) look();
  };
  repeatedly(signal, async () => look(), REFRESH);
  const shown = id => age(names.get(id)) < 2 * REFRESH ? names.get(id).name : null;
  return { look, want, link: id => fanLink({ fan_id: id, display_name: shown(id) }) };
}

export function fanInput(change) {
  const fan = el('input', { inputmode: 'numeric', pattern: '[0-9]*', placeholder: TEXT.any, onchange: () =>
    change(fan.value.replace(/\D/g, '')) });
  return el('label', {}, TEXT.fanId, fan);
}
