// The numbers by day and the leaderboard of a campaign. Its list and its settings are those of all things.
import { get, idOf } from './calls.js';
import { when } from './locale.js';
import { el, subtabs } from './parts.js';
import { numbers } from './numbers.js';
import { ranks } from './ranks.js';
import { may } from './session.js';
import { CAMPAIGNS as TEXT } from './texts.js';

export async function campaigns(main, signal, [id, part]) {
  if (id === undefined) {
    // The address of a list that is another page now; the way back must not lead through it.
    location.replace('#things/apps');
    return;
  }
  main.append(el('p', { class: 'back' }, el('a', { href: '#things/apps' }, TEXT.campaigns)), el('h1', {}, TEXT.campaign));
  const campaign = await get(`/api/v1/manage/apps/${idOf(id)}`, {}, signal);
  const shown = parts(campaign.page_tab_id).find(([, , shows]) => shows === (part === 'leaderboard' ? ranks : numbers))
    ?? parts(campaign.page_tab_id)[0];
  main.append(
    el('h2', { class: 'long' }, `${campaign.name} `, el('small', { class: 'note' }, campaign.page_tab_id)),
    el('p', { class: 'note' }, about(campaign)),
    campaignTabs(campaign.page_tab_id, shown?.[0]));
  await shown?.[2](main, signal, campaign);
}

// The pages of one campaign that the user may see.
function parts(id) {
  return [
    may('reports:read') && [`#campaigns/${id}`, TEXT.numbers, numbers],
    may('loyalty:read') && [`#campaigns/${id}/leaderboard`, TEXT.leaderboard, ranks],
  ].filter(Boolean);
}

export function campaignTabs(id, current) {
  return subtabs(TEXT.ofThisCampaign, [...parts(id), [`#things/apps/${id}`, TEXT.settingsAndPages]], current);
}

function about(campaign) {
  const from = campaign.start_timestamp, to = campaign.end_timestamp;
  return [
    campaign.app_type,
    campaign.is_active ? TEXT.switchedOn : TEXT.switchedOff,
    from || to ? [from ? [TEXT.from, when(from)] : '', to ? [from ? TEXT.toMiddle : TEXT.toOnly, when(to)] : ''] : TEXT.atAnyTime,
    TEXT.timeZone(campaign.timezone),
    campaign.business_id ? TEXT.business(campaign.business_id) : null,
  ].filter(Boolean).flatMap((part, at) => at === 0 ? [part] : [' · ', part]);
}
