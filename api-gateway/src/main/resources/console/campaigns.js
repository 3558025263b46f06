// The campaigns of the account, and a page for one of them: its settings, its numbers by day, or its leaderboard.
import { get, idOf } from './calls.js';
import { when } from './locale.js';
import { count, el, subtabs, table, unlessLeft } from './parts.js';
import { numbers } from './numbers.js';
import { ranks } from './ranks.js';
import { may } from './session.js';

const ROWS = 200;

export async function campaigns(main, signal, [id, part]) {
  if (id === undefined) return all(main, signal);
  main.append(el('h1', {}, 'Campaign'));
  const campaign = await get(`/api/v1/manage/apps/${idOf(id)}`, {}, signal);
  const home = `#campaigns/${campaign.page_tab_id}`;
  const parts = [
    may('reports:read') && [home, 'Numbers', numbers],
    may('loyalty:read') && [`${home}/leaderboard`, 'Leaderboard', ranks],
  ].filter(Boolean);
  const settings = `#things/apps/${campaign.page_tab_id}`;
  const shown = parts.find(([, , shows]) => shows === (part === 'leaderboard' ? ranks : numbers)) ?? parts[0];
  main.append(
    el('h2', { class: 'long' }, `${campaign.name} `, el('small', { class: 'note' }, campaign.page_tab_id)),
    el('p', { class: 'note' }, about(campaign)),
    subtabs('Of this campaign', [...parts, [settings, 'Settings and pages']], shown?.[0]));
  return shown?.[2](main, signal, campaign);
}

function about(campaign) {
  const from = campaign.start_timestamp, to = campaign.end_timestamp;
  return [
    campaign.app_type,
    campaign.is_active ? 'switched on' : 'switched off',
    from || to ? [from ? ['from ', when(from)] : '', to ? [from ? ' to ' : 'to ', when(to)] : ''] : 'at any time',
    `time zone ${campaign.timezone}`,
    campaign.business_id ? `business ${campaign.business_id}` : null,
  ].filter(Boolean).flatMap((part, at) => at === 0 ? [part] : [' · ', part]);
}

async function all(main, signal) {
  const rows = el('div', { 'aria-live': 'polite' });
  const words = el('input', { type: 'search', name: 'words', placeholder: 'Words of the name', 'aria-label': 'Find a campaign' });
  let asking = 0;
  const find = async () => {
    const turn = ++asking;
    const q = words.value.trim();
    const found = (await get('/api/v1/crm/campaigns', { q }, signal)).reverse();
    if (turn === asking) rows.replaceChildren(...listed(found, q !== ''));
  };
  main.append(
    el('h1', {}, 'Campaigns'),
    may('campaigns:write') ? el('p', { class: 'buttons' }, el('a', { href: '#things/apps/new', role: 'button' }, 'New campaign')) : '',
    el('form', { role: 'search', onsubmit: event => {
      event.preventDefault();
      find().catch(unlessLeft(signal));
    } }, words),
    rows);
  await find();
}

function listed(found, searched) {
  if (found.length === 0) {
    return [el('p', { class: 'note' }, searched ? 'No campaign has these words in its name.' : 'There are none yet. ',
      searched ? null : el('code', {}, 'POST /api/v1/manage/apps'), searched ? null : ' creates one.')];
  }
  return [
    table('Campaigns', [
      ['Campaign', row => el('a', { class: 'long', href: `#campaigns/${row.page_tab_id}` }, row.title)],
      ['Kind', row => row.app_type],
      ['Now', row => row.is_active ? el('span', { class: 'good' }, 'active') : 'not active'],
      ['Time zone', row => row.timezone],
      ['Created', row => when(row.creation_timestamp)],
      ['Id', row => String(row.page_tab_id), true],
    ], found.slice(0, ROWS)),
    found.length <= ROWS ? '' : el('p', { class: 'note' }, `The newest ${ROWS} of ${count(found.length)}.`),
  ];
}
