// Banned addresses, and exempt addresses inside a banned network.
import { get, post, remove } from './calls.js';
import { fieldsOf, form, given } from './forms.js';
import { minute, when } from './locale.js';
import { some } from './pages.js';
import { act, el, redraw, say, section, table, unlessLeft } from './parts.js';
import { pickerOf } from './picker.js';
import { may } from './session.js';
import { BANS as TEXT } from './texts.js';
import { nameReferences, shown } from './values.js';

const ADDRESSES = '/api/v1/crm/monitored_ip_addresses';

export async function bans(main, signal) {
  const rows = el('div');
  const entry = fieldsOf([
    { name: 'ip_address', label: TEXT.addressOrNetwork, hint: TEXT.addressHint },
    { name: 'is_blocked', label: TEXT.callsFrom, kind: 'choice', options: [['true', TEXT.block], ['false', TEXT.exemptAllow]] },
    await pickerOf('apps', { name: 'page_tab_id', label: TEXT.campaign, kind: 'whole', hint: TEXT.campaignHint }),
  ]);
  entry.show({ is_blocked: 'true' });

  async function look() {
    const all = await get(ADDRESSES, {}, signal);
    redraw(rows, all.length === 0 ? el('p', { class: 'note' }, TEXT.none) : some(all.toReversed(), list));
    nameReferences(rows, signal).catch(() => {});
  }

  function list(some) {
    return table(TEXT.bans, [
      [TEXT.address, row => [row.ip_address, el('small', { class: 'about' }, TEXT.since, when(row.creation_timestamp, minute))]],
      [TEXT.calls, row => [
        el('span', { class: row.is_blocked ? 'bad' : 'good' }, row.is_blocked ? TEXT.blocked : TEXT.letIn),
        el('small', { class: 'about' }, row.page_tab_id === null ? TEXT.allCalls
          : shown({ name: 'page_tab_id', ref: 'apps' }, row.page_tab_id)),
      ]],
      ...may('moderation:write') ? [['', row => act(TEXT.remove, row.ip_address, `${row.ip_address} ${row.page_tab_id}`, () => forget(row))]] : [],
    ], some);
  }

  async function forget({ ip_address, is_blocked, page_tab_id }) {
    try {
      await remove(ADDRESSES, { ip_address, is_blocked, page_tab_id });
      await look();
      say(TEXT.isRemoved(ip_address));
    } catch (trouble) {
      unlessLeft(signal)(trouble);
    }
  }

  main.append(
    el('h1', {}, TEXT.bans),
    el('p', { class: 'note' }, TEXT.about),
    !may('moderation:write') ? '' : form(entry, TEXT.add, async values => {
      const added = await post(ADDRESSES, given(values));
      entry.show({ is_blocked: 'true' });
      await look();
      say(TEXT.isNow(added.ip_address, values.is_blocked === 'true' ? TEXT.blocked : TEXT.letIn));
    }),
    rows);
  await section(rows, signal, () => look().then(() => null));
}
