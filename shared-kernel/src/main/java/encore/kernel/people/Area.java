package encore.kernel.people;

import java.util.Locale;

/** A part of an account's work. A person may read it, or change it, by the rights of their role. */
public enum Area {
    /** Fans, with their tags, fields, connections, sessions, filters and segments. */
    FANS,
    /** How a fan is reached or recognised: names, emails, phones, addresses, identifiers. */
    CONTACTS,
    /** Campaigns and what stands on their pages: tab items, questions, wagers, entries, trackers. */
    CAMPAIGNS,
    /** Quests, rewards, points of each kind, tiers and leaderboards. */
    LOYALTY,
    /** Points that somebody gives or corrects by hand. */
    POINTS,
    /** Shows: rooms, their control, overlays, video. */
    LIVE,
    /** Messages and posts of fans, and bans. */
    MODERATION,
    /** Tickets, purchases, passes and check-ins. */
    TICKETS,
    /** Artists, events, venues, performances, media, branding, portals and streams. */
    CONTENT,
    /** Reports and statistics. */
    REPORTS,
    /** Webhooks and their deliveries. */
    WEBHOOKS,
    /** Key pairs, and from where pages may use them. */
    KEYS,
    /** The people themselves, and their roles. */
    PEOPLE,
    /** Histories, proofs, and the journal of what was done. */
    AUDIT,
    /** Settings of the account, projections, automations and dead letters. */
    SYSTEM,
    /** Files that hold many records at once. */
    EXPORT;

    /** Returns the spelling in documents and answers. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
