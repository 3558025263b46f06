package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertAll;

import encore.infra.standalone.Api.Answer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * A name, title or question that shows nothing is refused where a thing is made, and where it is changed. Texts that every
 * call requires are checked in the gateway's tests; those here are required when a thing is made.
 */
class BlankNamesJourneyTest extends Journey {

    private static final List<String> BLANKS = List.of(
            " ", "\u00A0", "\u2007", "\u202F", "\u200B", "\u3164", "\u2800", "\u00AD", "\u2060", "\u200D\uFE0F");

    /** Paths of changes that are not below the path of the call that makes the thing. */
    private static final Map<String, String> CHANGED_ELSEWHERE = Map.of(
            "tracker_id tracker_name", "/api/v1/manage/trackers",
            "page_tab_id quest_title", "/api/v1/manage/quests",
            "reward_uid reward_title", "/api/v1/manage/rewards");

    /** A call that makes a thing, with the text that it requires. */
    private record Making(String path, String uid, String name, Object... others) {}

    @Test
    void a_thing_is_neither_made_nor_renamed_with_a_text_that_shows_nothing() throws Exception {
        Api api = encore().newAccount();
        String business = "/api/v1/ent/businesses/" + api.business("Rovers");
        String show = String.valueOf(api.campaign("Final", "fanxp"));
        String campaign = "/api/v1/manage/apps/" + api.campaign("Cup", "wager");
        String item = api.made(campaign + "/tab_items", "tab_item_id", "title", "Round");
        api.post("/api/v1/manage/tracker_domains", "virtual_domain", "blank.example")
                .mustBe(200);
        List<Making> makings = List.of(
                new Making("/api/v1/manage/apps", "page_tab_id", "name", "app_type", "trivia"),
                new Making("/api/v1/manage/businesses", "business_id", "business_name"),
                new Making("/api/v1/manage/venues", "venue_uid", "venue_name"),
                new Making("/api/v1/manage/search_filters", "filter_uid", "filter_name", "name", "ada"),
                new Making(
                        "/api/v1/ent/performances",
                        "performance_uid",
                        "performance_name",
                        "performance_date",
                        "2026-05-01"),
                new Making("/api/v1/manage/reports", "report_uid", "report_name", "report_type", "crm", "last_days", 7),
                new Making(
                        "/api/v1/trackers",
                        "tracker_id",
                        "tracker_name",
                        "tracker_group_name",
                        "Spring",
                        "target_url",
                        "https://a.example/",
                        "virtual_domain",
                        "blank.example"),
                new Making(business + "/quests", "page_tab_id", "quest_title", "quest_type", "custom"),
                new Making(business + "/rewards", "reward_uid", "reward_title", "reward_type", "badge"),
                new Making(campaign + "/tab_items", "tab_item_id", "title"),
                new Making(campaign + "/tab_items/" + item + "/wagers", "wager_uid", "title", "odds", 2),
                new Making(campaign + "/quiz_questions", "quiz_question_uid", "question", "options", "yes"),
                new Making("/api/v1/manage/live/" + show + "/feeds", "video_endpoint_uid", "feed_name"),
                new Making("/api/v1/manage/live/" + show + "/vods", "option_id", "option_name"),
                new Making(
                        "/api/v1/manage/live/" + show + "/overlays",
                        "app_overlay_uid",
                        "overlay_public_name",
                        "overlay_type",
                        "static"));
        assertAll(makings.stream().map(making -> () -> isNeverBlank(api, making)));
    }

    private static void isNeverBlank(Api api, Making making) {
        List<Object> form = new ArrayList<>(Arrays.asList(making.others()));
        form.addAll(List.of(making.name(), "Gala"));
        String made = api.made(making.path(), making.uid(), form.toArray());
        String one = CHANGED_ELSEWHERE.getOrDefault(making.uid() + " " + making.name(), making.path()) + "/" + made;
        for (String blank : BLANKS) {
            form.set(form.size() - 1, blank);
            refused(api.post(making.path(), form.toArray()), making, blank);
            refused(api.post(one, making.name(), blank), making, blank);
        }
    }

    private static void refused(Answer answer, Making making, String blank) {
        assertThat(answer.status())
                .as("%s of %s, U+%04X: %s", making.name(), making.path(), (int) blank.charAt(0), answer.text())
                .isEqualTo(400);
        assertThat(answer.body().at("/errors/0/field").asString()).isEqualTo(making.name());
    }
}
