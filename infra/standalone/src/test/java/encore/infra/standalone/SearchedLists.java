package encore.infra.standalone;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The lists of things that are found by their names, with the calls that add, rename and remove a thing. */
final class SearchedLists {

    private SearchedLists() {}

    /** Adds a thing by its name, and returns its id. */
    interface Adding {
        String add(Api api, String name);
    }

    interface Renaming {
        void rename(Api api, String id, String name);
    }

    interface Removing {
        void remove(Api api, String id);
    }

    /**
     * A list.
     *
     * @param id the field of the ids
     * @param name the field of the names
     * @param renaming null where a thing keeps its name
     * @param removing null where a thing stays
     */
    record SearchedList(
            String path,
            String id,
            String name,
            Adding adding,
            @Nullable Renaming renaming,
            @Nullable Removing removing) {

        @Override
        public String toString() {
            return path;
        }
    }

    /** The lists, in an account that has a business, an idol and a domain of trackers for them. */
    static List<SearchedList> of(Api api) {
        long business = api.business("Everything else");
        String idol = api.made("/api/v1/idols", "idol_uid", "idol_name", "Somebody", "idol_type", "team");
        String domain = "d" + UUID.randomUUID() + ".example";
        api.post("/api/v1/manage/tracker_domains", "virtual_domain", domain).mustBe(200);
        String ofBusiness = "/api/v1/ent/businesses/" + business;
        return List.of(
                managed("apps", "page_tab_id", "name", "app_type", "custom"),
                managed("businesses", "business_id", "business_name"),
                managed("venues", "venue_uid", "venue_name"),
                managed("idol_events", "idol_event_uid", "event_name", "idol_uid", idol, "start_date", "2099-01-01"),
                managed("streams", "stream_key", "stream_name"),
                managed("snapshots", "snapshot_uid", "snapshot_name", "fan_ids", api.fan("one@fans.example")),
                managed("search_filters", "filter_uid", "filter_name", "fan_tags", "vip"),
                new SearchedList(
                        "/api/v1/manage/quests",
                        "page_tab_id",
                        "quest_title",
                        (at, name) -> at.made(
                                ofBusiness + "/quests", "page_tab_id", "quest_title", name, "quest_type", "custom"),
                        (at, id, name) -> at.post("/api/v1/manage/quests/" + id, "quest_title", name)
                                .mustBe(200),
                        (at, id) -> at.delete(ofBusiness + "/quests/" + id).mustBe(200)),
                new SearchedList(
                        "/api/v1/manage/rewards",
                        "reward_uid",
                        "reward_title",
                        (at, name) -> at.made(
                                ofBusiness + "/rewards",
                                "reward_uid",
                                "reward_title",
                                name,
                                "reward_type",
                                "prize_code",
                                "requirement_type",
                                "fan_points",
                                "fan_points_required",
                                1_000_000),
                        (at, id, name) -> at.post("/api/v1/manage/rewards/" + id, "reward_title", name)
                                .mustBe(200),
                        (at, id) -> at.delete(ofBusiness + "/rewards/" + id).mustBe(200)),
                new SearchedList(
                        "/api/v1/manage/idols",
                        "idol_uid",
                        "idol_name",
                        (at, name) -> at.made(
                                "/api/v1/idols",
                                "idol_uid",
                                "idol_name",
                                name,
                                "idol_type",
                                "artist",
                                "music_uid",
                                UUID.randomUUID()),
                        (at, id, name) -> at.post(
                                        "/api/v1/idols",
                                        "idol_name",
                                        name,
                                        "idol_type",
                                        "artist",
                                        "music_uid",
                                        at.get("/api/v1/manage/idols/" + id)
                                                .body()
                                                .get("music_uid")
                                                .asString())
                                .mustBe(200),
                        (at, id) -> at.delete("/api/v1/manage/idols/" + id).mustBe(200)),
                new SearchedList(
                        "/api/v1/manage/tags",
                        "tag_id",
                        "tag_name",
                        (at, name) -> {
                            at.post("/api/v1/manage/fans/" + at.fan("one@fans.example"), "tag_" + name, true)
                                    .mustBe(200);
                            return name;
                        },
                        null,
                        null),
                new SearchedList(
                        "/api/v1/manage/ticket_events",
                        "event_uid",
                        "event_name",
                        (at, name) -> at.made(
                                "/api/v1/crm/tickets/events",
                                "event_uid",
                                "event_name",
                                name,
                                "event_key",
                                UUID.randomUUID(),
                                "event_date",
                                "2099-01-01",
                                "network",
                                "shop"),
                        (at, id, name) -> at.post(
                                        "/api/v1/crm/tickets/events",
                                        "action",
                                        "update",
                                        "event_uid",
                                        id,
                                        "event_name",
                                        name,
                                        "event_key",
                                        UUID.randomUUID(),
                                        "event_date",
                                        "2099-01-01",
                                        "network",
                                        "shop")
                                .mustBe(200),
                        (at, id) -> at.post("/api/v1/crm/tickets/events", "action", "delete", "event_uid", id)
                                .mustBe(200)),
                new SearchedList(
                        "/api/v1/manage/performances",
                        "performance_uid",
                        "performance_name",
                        (at, name) -> at.made(
                                "/api/v1/ent/performances",
                                "performance_uid",
                                "performance_name",
                                name,
                                "performance_date",
                                "2099-01-01"),
                        (at, id, name) -> at.post("/api/v1/ent/performances/" + id, "performance_name", name)
                                .mustBe(200),
                        (at, id) -> at.delete("/api/v1/ent/performances/" + id).mustBe(200)),
                new SearchedList(
                        "/api/v1/manage/template_portals",
                        "portal_uid",
                        "portal_name",
                        (at, name) -> at.made(
                                "/api/v1/template_portals",
                                "portal_uid",
                                "portal_name",
                                name,
                                "performance_group_name",
                                "Tour"),
                        (at, id, name) -> at.post(
                                        "/api/v1/template_portals/" + id,
                                        "portal_name",
                                        name,
                                        "performance_group_name",
                                        "Tour")
                                .mustBe(200),
                        (at, id) -> at.delete("/api/v1/template_portals/" + id).mustBe(200)),
                new SearchedList(
                        "/api/v1/manage/trackers",
                        "tracker_id",
                        "tracker_name",
                        (at, name) -> at.made(
                                "/api/v1/trackers",
                                "tracker_id",
                                "virtual_domain",
                                domain,
                                "target_url",
                                "https://shop.example",
                                "tracker_name",
                                name,
                                "tracker_group_name",
                                "Spring"),
                        (at, id, name) -> at.post("/api/v1/manage/trackers/" + id, "tracker_name", name)
                                .mustBe(200),
                        (at, id) -> at.delete("/api/v1/manage/trackers/" + id).mustBe(200)));
    }

    /** A list whose things are added, renamed and removed below its own path. */
    private static SearchedList managed(String list, String id, String name, Object... further) {
        String path = "/api/v1/manage/" + list;
        return new SearchedList(
                path,
                id,
                name,
                (api, given) -> {
                    Object[] form = new Object[further.length + 2];
                    form[0] = name;
                    form[1] = given;
                    System.arraycopy(further, 0, form, 2, further.length);
                    return api.made(path, id, form);
                },
                (api, one, given) -> api.post(path + "/" + one, name, given).mustBe(200),
                (api, one) -> api.delete(path + "/" + one).mustBe(200));
    }
}
