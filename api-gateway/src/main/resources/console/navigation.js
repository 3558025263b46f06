// The navigation at the side: groups of pages, as far as the rights of the user reach. On a phone it is a drawer.
import { el, svg } from './parts.js';
import { may } from './session.js';
import { FRAME, GROUPS, PAGES } from './texts.js';

// Each group with its drawing and its pages; each page with the rights without which it shows nothing.
const SHAPE = [
  ['home', 'M3 9.5 10 4l7 5.5V16a1 1 0 0 1-1 1h-3.5v-4h-5v4H4a1 1 0 0 1-1-1z', ['home']],
  ['audience', 'M7.5 10a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2.5 16.5c0-2.5 2-4.5 5-4.5s5 2 5 4.5M13 4.3a3 3 0 0 1 0 5.4M14.5 12.3c1.9.6 3 2.2 3 4.2',
    ['fan', 'fans:read'], ['search', 'fans:read'], ['segments', 'fans:read'], ['imports', 'fans:write'],
    ['things/tags', 'fans:read'], ['things/fields', 'fans:read'], ['bans', 'moderation:read']],
  ['campaigns', 'M3 8.5v3l2 .5 9 4V4L5 8zM5 8v4M6.5 12.5 7.5 17h2l-.8-3.6M16.5 8v4', ['things/apps', 'campaigns:read']],
  ['loyalty', 'm10 3 2.1 4.4 4.9.6-3.6 3.3 1 4.8L10 13.7l-4.4 2.4 1-4.8L3 8l4.9-.6z',
    ['programme', 'loyalty:read'], ['things/points', 'loyalty:read'], ['things/point_tiers', 'loyalty:read'], ['things/quests', 'loyalty:read'],
    ['things/rewards', 'loyalty:read'], ['board', 'loyalty:read']],
  ['live', 'M10 11.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3zM6.5 13.5a5 5 0 0 1 0-7M13.5 6.5a5 5 0 0 1 0 7M4 16a8.5 8.5 0 0 1 0-12M16 4a8.5 8.5 0 0 1 0 12',
    ['shows', 'live:read'], ['tail', 'loyalty:read', 'audit:read'], ['events', 'audit:read'], ['things/hls_origins', 'live:read']],
  ['tickets', 'M3 6h14v2.5a1.5 1.5 0 0 0 0 3V14H3v-2.5a1.5 1.5 0 0 0 0-3zM12 6v8',
    ['tickets', 'tickets:read'], ['things/performances', 'content:read'], ['things/venues', 'content:read']],
  ['content', 'M3.5 4.5h13v11h-13zM3.5 13l4-4 3.5 3.5 2-2 3.5 3.5M13 7.5h.01',
    ['posts', 'moderation:read'], ['things/streams', 'content:read'], ['things/media', 'content:read'], ['things/branding', 'content:read'],
    ['things/template_portals', 'content:read'], ['things/trackers', 'campaigns:read'], ['things/businesses', 'content:read'],
    ['things/idols', 'content:read'], ['things/idol_events', 'content:read']],
  ['reports', 'M4 16.5V10M8 16.5V4M12 16.5V8M16 16.5V6', ['things/reports', 'reports:read']],
  ['developers', 'm7 6-4 4 4 4M13 6l4 4-4 4M11.5 4.5l-3 11',
    ['keys', 'keys:read'], ['things/origins', 'keys:read'], ['webhooks', 'webhooks:read'], ['calls', 'keys:read'], ['/docs/']],
  ['system', 'M10 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM10 2.5v2.5M10 15v2.5M2.5 10H5M15 10h2.5M4.7 4.7l1.8 1.8M13.5 13.5l1.8 1.8M4.7 15.3l1.8-1.8M13.5 6.5l1.8-1.8',
    ['projections', 'system:read'], ['letters', 'system:read'], ['automations', 'system:read'], ['operations', 'audit:read'],
    ['people', 'people:read'], ['settings', 'system:read'], ['things']],
].map(([name, drawing, ...pages]) => ({
  name,
  title: GROUPS[name][0],
  about: GROUPS[name][1] ?? '',
  drawing,
  pages: pages.map(([path, ...rights]) => ({ path, title: PAGES[path], rights })),
}));

// Where a page leads that is no page of the navigation.
function address(path) {
  return path.startsWith('/') ? path : `#${path}`;
}

// The groups that the user sees, with the pages that the rights allow.
export function groups() {
  return SHAPE.map(group => ({ ...group, pages: group.pages.filter(page => may(...page.rights)) }))
    .filter(group => group.pages.length > 0 && (group.name !== 'developers' || group.pages.some(page => page.rights.length > 0)))
    .map(group => ({ ...group, address: address(group.pages[0].path) }));
}

// All pages that the user sees.
export function pages() {
  return groups().flatMap(group => group.pages.map(page => ({ ...page, group: group.title, address: address(page.path) })));
}

// The page of the navigation that an address belongs to: `things/quests/7` belongs to `things/quests`, and the
// numbers of a campaign to its list.
export function pageOf(asked) {
  const route = asked.replace(/^campaigns(?=\/|$)/, 'things/apps').replace(/^things\/webhooks(?=\/|$)/, 'webhooks');
  return SHAPE.flatMap(group => group.pages)
    .filter(page => route === page.path || route.startsWith(`${page.path}/`))
    .sort((one, other) => other.path.length - one.path.length)[0] ?? null;
}

export function icon(drawing) {
  return svg('svg', { viewBox: '0 0 20 20', 'aria-hidden': 'true', class: 'icon' }, svg('path', { d: drawing }));
}

// Draws the groups into `nav`. A group of one page is a link; the others unfold.
export function drawNavigation(nav) {
  nav.replaceChildren(el('ul', { class: 'groups' }, groups().map(group => el('li', {},
    group.pages.length === 1 && group.pages[0].title === group.title
      ? link(group.pages[0], [icon(group.drawing), group.title], 'group')
      : unfolding(group)))));
}

function unfolding(group) {
  const id = `group_${group.name}`;
  const list = el('ul', { id, hidden: true }, group.pages.map(page => el('li', {}, link(page, [page.title]))));
  const head = el('button', { type: 'button', class: 'group', 'aria-expanded': 'false', 'aria-controls': id,
    onclick: () => {
      delete list.dataset.byPage;
      unfold(head, list, list.hidden);
    } }, icon(group.drawing), el('span', {}, group.title));
  return [head, list];
}

function unfold(head, list, isOpen) {
  list.hidden = !isOpen;
  head.setAttribute('aria-expanded', String(isOpen));
}

function link(page, content, kind = null) {
  const isOutside = page.path.startsWith('/');
  const node = el('a', { class: kind, 'data-page': page.path, target: isOutside ? '_blank' : null, rel: isOutside ? 'noopener' : null },
    content, isOutside ? el('span', { class: 'unseen' }, ` (${FRAME.newTab})`) : null);
  node.href = address(page.path);
  return node;
}

// Marks the page of a route, and unfolds its group as long as one is in it. Groups that the user unfolded stay as they are.
export function markCurrent(nav, route) {
  const current = pageOf(route)?.path ?? null;
  for (const list of nav.querySelectorAll('ul[data-by-page]')) {
    if ([...list.querySelectorAll('a')].some(one => one.dataset.page === current)) continue;
    delete list.dataset.byPage;
    unfold(list.previousElementSibling, list, false);
  }
  for (const one of nav.querySelectorAll('a')) {
    if (one.dataset.page !== current) {
      one.removeAttribute('aria-current');
      continue;
    }
    one.setAttribute('aria-current', 'page');
    const list = one.closest('ul[id]');
    if (list?.hidden) {
      list.dataset.byPage = '';
      unfold(list.previousElementSibling, list, true);
    }
    one.scrollIntoView({ block: 'nearest' });
  }
}
