package encore.api.history;

import encore.kernel.people.Area;
import encore.kernel.people.Right;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Says which part of the account's work a stream belongs to, by its kind. Whoever may read that part may read its history. The
 * history of any other kind needs the right to histories.
 */
final class HistoryAreas {

    private static final Map<Area, List<String>> KINDS = Map.ofEntries(
            Map.entry(
                    Area.FANS,
                    List.of(
                            "activity",
                            "connection",
                            "fan",
                            "fan_idol_event",
                            "fields",
                            "filter",
                            "idol_relation",
                            "imported_fan",
                            "likings",
                            "networks",
                            "registration",
                            "scan",
                            "snapshot",
                            "subscription",
                            "tag",
                            "tag_relation")),
            Map.entry(Area.CONTACTS, List.of("identifiers")),
            Map.entry(
                    Area.CAMPAIGNS,
                    List.of(
                            "ad_account",
                            "ad_campaign",
                            "campaign",
                            "campaign_views",
                            "quiz",
                            "tab_item",
                            "tracker",
                            "tracker_domain",
                            "tracker_group",
                            "tracker_purchase",
                            "trackers",
                            "wager")),
            Map.entry(
                    Area.LOYALTY,
                    List.of(
                            "codes",
                            "completion",
                            "ledger",
                            "point_tier",
                            "point_tiers",
                            "point_type",
                            "quest",
                            "quests",
                            "reward",
                            "rewards")),
            Map.entry(
                    Area.LIVE,
                    List.of(
                            "attendance",
                            "feeds",
                            "games",
                            "hls_origins",
                            "overlays",
                            "replays",
                            "rooms",
                            "show",
                            "vods")),
            Map.entry(
                    Area.MODERATION,
                    List.of("address", "addresses", "deleted_author", "hidden_fan", "player", "stream_record")),
            Map.entry(Area.TICKETS, List.of("buyer", "pass", "purchase", "ticket", "ticket_event")),
            Map.entry(
                    Area.CONTENT,
                    List.of(
                            "branding",
                            "business",
                            "fan_stream",
                            "idol",
                            "idol_event",
                            "media",
                            "performance",
                            "portal",
                            "venue")),
            Map.entry(Area.REPORTS, List.of("report")),
            Map.entry(Area.WEBHOOKS, List.of("webhook")),
            Map.entry(Area.KEYS, List.of("account", "key")),
            Map.entry(Area.PEOPLE, List.of("people", "person")),
            Map.entry(Area.SYSTEM, List.of("account_settings", "login_settings")));

    private static final Map<String, Area> AREAS = new HashMap<>();

    static {
        KINDS.forEach((area, kinds) -> kinds.forEach(kind -> AREAS.put(kind, area)));
    }

    private HistoryAreas() {}

    /** Returns the right that the history of a stream needs. */
    static Right rightOf(String stream) {
        int dot = stream.indexOf('.');
        return new Right(AREAS.getOrDefault(dot < 0 ? stream : stream.substring(0, dot), Area.AUDIT), false);
    }
}
