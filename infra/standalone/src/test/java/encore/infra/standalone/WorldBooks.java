package encore.infra.standalone;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What was sent to an account, written down beside what the server makes of it, and the numbers that follow from it. */
final class WorldBooks {

    private static final String MANAGED = "/api/v1/manage/apps/";
    private static final String FANS = "/api/v1/crm/fans/";

    private final Api api;
    final Map<String, Long> campaigns = new LinkedHashMap<>();
    final Map<String, Fan> fans = new LinkedHashMap<>();
    final List<Did> done = new ArrayList<>();
    final List<Award> awards = new ArrayList<>();
    private final List<Day> days = new ArrayList<>();

    WorldBooks(Api api) {
        this.api = api;
    }

    /** A fan as it is now; without place and consents it may have been erased. */
    record Fan(long id, @Nullable String place, boolean byEmail, boolean byPhone, boolean erased) {}

    /** @param properties the names of what was told of it */
    record Did(
            long id,
            String fan,
            String title,
            boolean optsIn,
            TreeSet<String> properties,
            @Nullable Score score) {}

    record Score(long points, long correct, long millis) {}

    record Award(
            String fan, String type, long count, @Nullable String campaign) {}

    /** A day of a campaign as it was reported last. */
    record Day(String campaign, LocalDate day, long views, long shares) {}

    void campaign(String name, String appType, Object... more) {
        Object[] form = Stream.concat(Stream.of("name", name, "app_type", appType), Stream.of(more))
                .toArray();
        campaigns.put(name, sent(MANAGED, form).get("page_tab_id").asLong());
    }

    long number(String campaign) {
        return campaigns.getOrDefault(campaign, 0L);
    }

    String managed(String campaign) {
        return MANAGED + number(campaign);
    }

    /** By the fan's email: who is not known yet is registered, in its place; what it agrees to replaces what it did before. */
    void visit(String fan, String place, String title, boolean byEmail, boolean byPhone) {
        List<Object> form = new ArrayList<>(List.of("email", fan + "@fans.example", "campaign_title", title));
        form.addAll(List.of("is_subscribed", byEmail, "is_phone_subscribed", byPhone));
        if (!place.isEmpty()) {
            form.addAll(List.of("country_code", "US", "province", place));
        }
        JsonNode answer = sent("/api/v1/crm/activities", form.toArray());
        Fan before = fans.get(fan);
        String stays = before != null ? before.place() : place.isEmpty() ? null : "US/" + place;
        fans.put(fan, new Fan(answer.get("fan_id").asLong(), stays, byEmail, byPhone, false));
        wrote(answer, fan, title, byEmail || byPhone, List.of(), null);
    }

    long recordActivity(String fan, String title, String... fields) {
        String json = Stream.of(fields)
                .map(field -> ", \"field_" + field + "\": \"" + field + " of " + fan + "\"")
                .collect(Collectors.joining("", "{\"campaign_title\": \"" + title + "\"", "}"));
        JsonNode answer =
                api.postJson(FANS + id(fan) + "/activities", json).mustBe(200).body();
        return wrote(answer, fan, title, false, List.of(fields), null);
    }

    /** As a form and as JSON in turn. */
    void enter(String fan, String campaign, Score score) {
        String entries = managed(campaign) + "/entries";
        Object[] form = {
            "fan_id",
            id(fan),
            "points",
            score.points(),
            "correct_count",
            score.correct(),
            "activity_duration_ms",
            score.millis()
        };
        if (done.size() % 2 == 0) {
            wrote(sent(entries, form), fan, campaign, false, List.of(), score);
        } else {
            String json =
                    "{\"%s\": %d, \"%s\": %d, \"%s\": %d, \"%s\": %d, \"details\": {\"level\": 3}}".formatted(form);
            wrote(api.postJson(entries, json).mustBe(200).body(), fan, campaign, false, List.of("level"), score);
        }
    }

    private long wrote(
            JsonNode answer, String fan, String title, boolean optsIn, List<String> received, @Nullable Score score) {
        long id = answer.get("activity_id").asLong();
        done.add(new Did(id, fan, title, optsIn, new TreeSet<>(received), score));
        return id;
    }

    void award(String fan, String type, String uid, long count, @Nullable String campaign, @Nullable Long activity) {
        List<Object> form = new ArrayList<>(List.of("fan_id", id(fan), "point_uid", uid, "point_count", count));
        if (campaign != null) {
            form.addAll(List.of("page_tab_id", number(campaign)));
        }
        if (activity != null) {
            form.addAll(List.of("activity_id", activity));
        }
        sent("/api/v1/ent/fan_points", form.toArray());
        awards.add(new Award(fan, type, count, campaign));
    }

    void move(String fan, String country, String province) {
        Fan before = fan(fan);
        sent(FANS + before.id(), "country_code", country, "province", province);
        String place = country + "/" + (province.isEmpty() ? null : province);
        fans.put(fan, new Fan(before.id(), place, before.byEmail(), before.byPhone(), false));
    }

    void erase(String fan) {
        api.delete(FANS + id(fan)).mustBe(200);
        fans.put(fan, new Fan(id(fan), null, false, false, true));
    }

    void rename(String before, String after) {
        sent(managed(before), "name", after);
        campaigns.put(after, number(before));
        campaigns.remove(before);
        done.replaceAll(did -> did.title().equals(before)
                ? new Did(did.id(), did.fan(), after, did.optsIn(), did.properties(), did.score())
                : did);
        awards.replaceAll(
                one -> before.equals(one.campaign()) ? new Award(one.fan(), one.type(), one.count(), after) : one);
        days.replaceAll(
                one -> one.campaign().equals(before) ? new Day(after, one.day(), one.views(), one.shares()) : one);
    }

    void report(String campaign, LocalDate day, long views, long shares) {
        sent(managed(campaign) + "/views/" + day, "view_count", views, "share_count", shares);
        days.removeIf(one -> one.campaign().equals(campaign) && one.day().equals(day));
        days.add(new Day(campaign, day, views, shares));
    }

    private JsonNode sent(String path, Object... form) {
        return api.post(path.endsWith("/") ? path.substring(0, path.length() - 1) : path, form)
                .mustBe(200)
                .body();
    }

    Fan fan(String name) {
        Fan fan = fans.get(name);
        if (fan == null) {
            throw new IllegalArgumentException("Nobody is " + name);
        }
        return fan;
    }

    long id(String fan) {
        return fan(fan).id();
    }

    List<Did> doneIn(String campaign) {
        return done.stream().filter(did -> did.title().equals(campaign)).toList();
    }

    /** Who did something in it, as they are now. */
    List<Fan> fansIn(String campaign) {
        return doneIn(campaign).stream().map(Did::fan).distinct().map(this::fan).toList();
    }

    List<Award> awardsIn(String campaign) {
        return awards.stream().filter(one -> campaign.equals(one.campaign())).toList();
    }

    long points(Predicate<Award> which) {
        return awards.stream().filter(which).mapToLong(Award::count).sum();
    }

    /** The ids of those who are still there, each at its best. */
    List<Long> ranked(String campaign, Comparator<Score> best) {
        return doneIn(campaign).stream()
                .filter(did -> did.score() != null)
                .sorted(Comparator.comparing(Did::score, best).thenComparing(Did::id))
                .map(did -> fan(did.fan()))
                .distinct()
                .filter(fan -> !fan.erased())
                .map(Fan::id)
                .toList();
    }

    List<Day> days(String campaign, @Nullable LocalDate from, @Nullable LocalDate to) {
        return days.stream()
                .filter(one -> one.campaign().equals(campaign))
                .filter(one -> from == null || !one.day().isBefore(from))
                .filter(one -> to == null || !one.day().isAfter(to))
                .toList();
    }
}
