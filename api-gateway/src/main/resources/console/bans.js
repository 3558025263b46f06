// Banned addresses, and exempt addresses inside a banned network.
import { get, post, remove } from './calls.js';
import { fieldsOf, form, given } from './forms.js';
import { minute, when } from './locale.js';
import { some } from './pages.js';
import { act, el, redraw, say, section, table, unlessLeft } from './parts.js';
import { pickerOf } from './picker.js';
import { may } from './session.js';
import { nameReferences, shown } from './values.js';

const ADDRESSES = '/api/v1/crm/monitored_ip_addresses';

export async function bans(main, signal) {
  const rows = el('div');
  const entry = fieldsOf([
    { name: 'ip_address', label: 'Address or network', hint: 'For example 203.0.113.7, 10.0.0.0/8 or 2001:db8::/32.' },
    { name: 'is_blocked', label: 'Calls from it', kind: 'choice', options: [['true', 'Block'], ['false', 'Exempt: allow']] },
    await pickerOf('apps', { name: 'page_tab_id', label: 'Campaign', kind: 'whole', hint: 'Empty for all calls.' }),
  ]);
  entry.show({ is_blocked: 'true' });

  async function look() {
    const all = await get(ADDRESSES, {}, signal);
    redraw(rows, all.length === 0 ? el('p', { class: 'note' }, 'No address is banned.') : some(all.toReversed(), list));
    nameReferences(rows, signal).catch(() => {});
  }

  function list(some) {
    return table('Bans', [
      ['Address', row => [row.ip_address, el('small', { class: 'about' }, 'since ', when(row.creation_timestamp, minute))]],
      ['Calls', row => [
        el('span', { class: row.is_blocked ? 'bad' : 'good' }, row.is_blocked ? 'blocked' : 'let in'),
        el('small', { class: 'about' }, row.page_tab_id === null ? 'all calls'
          : shown({ name: 'page_tab_id', ref: 'apps' }, row.page_tab_id)),
      ]],
      ...may('moderation:write') ? [['', row => act('Remove', row.ip_address, `${row.ip_address} ${row.page_tab_id}`, () => forget(row))]] : [],
    ], some);
  }

  async function forget({ ip_address, is_blocked, page_tab_id }) {
    try {
      await remove(ADDRESSES, { ip_address, is_blocked, page_tab_id });
      await look();
      say(`${ip_address} is removed.`);
    } catch (trouble) {
      unlessLeft(signal)(trouble);
    }
  }

  main.append(
    el('h1', {}, 'Bans'),
    el('p', { class: 'note' }, 'Within a second, all calls with the account\u2019s keys from a blocked address are refused, except for changes of this list. Of several entries that contain an address, the most specific one counts.'),
    !may('moderation:write') ? '' : form(entry, 'Add', async values => {
      const added = await post(ADDRESSES, given(values));
      entry.show({ is_blocked: 'true' });
      await look();
      say(`${added.ip_address} is ${values.is_blocked === 'true' ? 'blocked' : 'let in'}.`);
    }),
    rows);
  await section(rows, signal, () => look().then(() => null));
}
