package encore.infra.standalone;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Makes campaigns, entries, fans and reports of an account, and keeps books of them, beside what the server counts. */
final class CampaignBooks {

    private static final String MANAGED = "/api/v1/manage/apps/";
    private static final String FANS = "/api/v1/crm/fans/";

    private final Api api;
    private final Map<String, Long> campaigns = new HashMap<>();
    private final Map<String, Fan> fans = new HashMap<>();
    private final List<Entry> entries = new ArrayList<>();
    private final List<Day> days = new ArrayList<>();

    CampaignBooks(Api api) {
        this.api = api;
    }

    record Entry(String campaign, String email, boolean optsIn) {}

    /** A day of a campaign as it was reported last. */
    record Day(String campaign, LocalDate day, long views, long shares) {}

    /** A fan as it is now. */
    record Fan(long id, @Nullable String country, @Nullable String province, boolean byEmail, boolean byPhone) {}

    void campaign(String name) {
        campaigns.put(name, api.campaign(name, "trivia"));
    }

    long number(String campaign) {
        return campaigns.getOrDefault(campaign, 0L);
    }

    String managed(String campaign) {
        return MANAGED + number(campaign);
    }

    /** Empty texts are left out of what is sent. */
    void enter(String campaign, String email, String province, String byEmail, String byPhone) {
        List<Object> form = new ArrayList<>(List.of("email", email, "campaign_title", campaign));
        if (!province.isEmpty()) {
            form.addAll(List.of("province", province, "country_code", "US"));
        }
        if (!byEmail.isEmpty()) {
            form.addAll(List.of("is_subscribed", byEmail));
        }
        if (!byPhone.isEmpty()) {
            form.addAll(List.of("is_phone_subscribed", byPhone));
        }
        JsonNode done =
                api.post("/api/v1/crm/activities", form.toArray()).mustBe(200).body();
        entries.add(new Entry(campaign, email, byEmail.equals("true") || byPhone.equals("true")));
        read(email, done.get("fan_id").asLong());
    }

    void change(String email, Object... changes) {
        long id = fan(email).id();
        api.post(FANS + id, changes).mustBe(200);
        read(email, id);
    }

    void erase(String email) {
        api.delete(FANS + fan(email).id()).mustBe(200);
        fans.put(email, new Fan(0, null, null, false, false));
    }

    void report(String campaign, LocalDate day, long views, long shares) {
        api.post(managed(campaign) + "/views/" + day, "view_count", views, "share_count", shares)
                .mustBe(200);
        days.removeIf(one -> one.campaign().equals(campaign) && one.day().equals(day));
        days.add(new Day(campaign, day, views, shares));
    }

    List<Entry> entries(String campaign) {
        return entries.stream()
                .filter(entry -> entry.campaign().equals(campaign))
                .toList();
    }

    List<Day> days(String campaign, @Nullable LocalDate from, @Nullable LocalDate to) {
        return days.stream()
                .filter(one -> one.campaign().equals(campaign))
                .filter(one -> from == null || !one.day().isBefore(from))
                .filter(one -> to == null || !one.day().isAfter(to))
                .toList();
    }

    Fan fan(String email) {
        Fan fan = fans.get(email);
        if (fan == null) {
            throw new IllegalArgumentException("Nobody is " + email);
        }
        return fan;
    }

    /** What a fan is now is what the fan's own endpoint says. */
    private void read(String email, long id) {
        JsonNode fan = api.get(FANS + id).mustBe(200).body();
        fans.put(
                email,
                new Fan(
                        id,
                        text(fan.get("country_code")),
                        text(fan.get("province")),
                        fan.get("is_subscribed").toString().equals("true"),
                        fan.get("is_phone_subscribed").toString().equals("true")));
    }

    static @Nullable String text(JsonNode node) {
        return node.isNull() ? null : node.asString();
    }
}
