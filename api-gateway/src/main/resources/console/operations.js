// The journal of management actions, newest first.
import { get } from './calls.js';
import { button, count, el, table, time } from './parts.js';

export async function operations(main, signal) {
  const rows = el('div');
  const all = [];
  main.append(
    el('h1', {}, 'Operations'),
    el('p', { class: 'note' }, 'Every management action of this account. Actions of the operator on the whole installation are shown to the operator only.'),
    rows);
  async function more(key) {
    const page = await get('/api/v1/manage/operations', key ? { next_operation_key: key } : {}, signal);
    all.push(...page.data);
    const next = page.meta.next_operation_key;
    rows.replaceChildren(
      table('Operations', [
        ['Position', row => count(row.position), true],
        ['When', row => time(row.at)],
        ['Who', row => row.actor],
        ['What', row => row.operation],
        ['Of', row => row.target],
        ['Request', row => el('code', {}, row.request_id)],
      ], all),
      next ? button('Show older', () => more(next), { class: 'outline' }) : el('p', { class: 'hint' }, 'End of the list.'));
  }
  await more('');
}
