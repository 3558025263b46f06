// The newest records of points, and the names of the fans in streams.
import { get } from './calls.js';
import { paced } from './live.js';
import { el, fanLink, unlessLeft } from './parts.js';

export function newestRecords(query, signal) {
  return get('/api/v1/ent/fan_points', { start_date: '2000-01-01', end_date: '2999-12-31', order: 'desc', ...query }, signal);
}

// The name that a fan is known by, else the email; null for a fan that has neither.
export function nameOf(fan) {
  return fan.display_name ?? fan.name ?? ([fan.first_name, fan.last_name].filter(Boolean).join(' ') || fan.email || null);
}

// Streams have ids of fans only; a missing name is asked for. After a few tries a fan that is not found is left without.
// A fan without a display name is asked for alone, once, since lists show display names only.
export function nameBook(signal, ask, learned) {
  const names = new Map();
  const tries = new Map();
  let missing = [];
  const alone = new Map();
  const lookAlone = async id => {
    if (!alone.has(id)) {
      alone.set(id, null);
      alone.set(id, await get(`/api/v1/crm/fans/${id}`, {}, signal).then(nameOf, () => null));
    }
    names.set(id, alone.get(id));
  };
  const look = paced(signal, async () => {
    missing.forEach(id => tries.set(id, (tries.get(id) ?? 0) + 1));
    missing = [];
    try {
      const rows = await ask();
      rows.forEach(row => names.set(row.fan_id, row.display_name ?? null));
      await Promise.all(rows.filter(row => !row.display_name).map(row => lookAlone(row.fan_id)));
      learned(rows);
    } catch (trouble) {
      unlessLeft(signal)(trouble);
    }
  }, 1000);
  const want = ids => {
    missing = ids.filter(id => !names.has(id) && (tries.get(id) ?? 0) < 5);
    if (missing.length) look();
  };
  return { look, want, link: id => fanLink({ fan_id: id, display_name: names.get(id) }) };
}

export function fanInput(change) {
  const fan = el('input', { inputmode: 'numeric', pattern: '[0-9]*', placeholder: 'any', onchange: () =>
    change(fan.value.replace(/\D/g, '')) });
  return el('label', {}, 'Fan id', fan);
}
