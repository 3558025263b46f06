package encore.command.quotas;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import encore.command.lists.BoundedStreams;
import encore.command.lists.KeyedList;
import encore.infra.eventstore.codec.EventCatalogue;
import encore.kernel.Event;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Every kind of stored thing has a bound, and docs/settings.md names it. */
class BoundsPageTest {

    private static final Pattern ROW = Pattern.compile("\\| ([a-zA-Z ,]+?) \\| ([\\d,]+)(?: each)? \\| ");

    /** The lists whose bound an aggregate keeps, as the page calls them, by the event that adds to the list. */
    private static final Map<String, String> LISTS = Map.ofEntries(
            Map.entry("address_monitored", "monitored addresses"),
            Map.entry("device_subscribed", "devices"),
            Map.entry("fan_idol_added", "liked idols"),
            Map.entry("feed_added", "feeds"),
            Map.entry("field_added", "custom fields"),
            Map.entry("game_added", "games"),
            Map.entry("hls_origin_added", "HLS origins"),
            Map.entry("origin_allowed", "allowed origins"),
            Map.entry("overlay_added", "overlays"),
            Map.entry("prize_codes_added", "prize codes"),
            Map.entry("public_tag_counted", "public tags, and titles of venues, performances and idols"),
            Map.entry("public_title_made", "public tags, and titles of venues, performances and idols"),
            Map.entry("quest_created", "quests"),
            Map.entry("quiz_question_added", "quiz questions"),
            Map.entry("redirect_url_allowed", "redirect URLs"),
            Map.entry("replay_opened", "running replays"),
            Map.entry("reward_created", "rewards"),
            Map.entry("room_added", "rooms"),
            Map.entry("show_moderator_added", "moderators"),
            Map.entry("template_added", "templates"),
            Map.entry("tier_added", "tiers"),
            Map.entry("tracker_created", "trackers"),
            Map.entry("tracker_domain_added", "domains of trackers"),
            Map.entry("vod_added", "vods"),
            Map.entry("webhook_made", "webhooks"));

    /** The words of the page for lists that are called otherwise in refusals. */
    private static final Map<String, String> WORDS =
            Map.of("fields", "custom fields", "hls-origins", "HLS origins", "questions", "quiz questions");

    /** Records of the deeds of fans and of reports by others. No call can refuse them for their number. */
    private static final Set<String> RECORDS = Set.of(
            "ad_days_recorded",
            "association_states_changed",
            "attendance_measured",
            "author_deleted",
            "browser_code_issued",
            "bulk_call_begun",
            "clicks_counted",
            "code_opened",
            "code_requested",
            "connection_requested",
            "contact_kept",
            "fan_associated",
            "fan_banned",
            "fan_hidden",
            "fan_imported",
            "fan_session_opened",
            "fan_sessions_ended",
            "fan_wager_placed",
            "guest_session_ended",
            "guest_session_opened",
            "media_added",
            "operation_ordered",
            "pass_issued",
            "person_link_made",
            "person_named",
            "points_awarded",
            "portal_opened",
            "public_call_covered",
            "purchase_recorded",
            "qr_mail_requested",
            "quest_completed",
            "registration_recorded",
            "reward_issued",
            "room_joined",
            "scan_recorded",
            "stranger_refused",
            "stream_record_added",
            "subscription_opened",
            "tracker_click_recorded",
            "tracker_purchase_recorded",
            "views_reported",
            "visitor_month_opened");

    /** Things that an account or another thing has once, and things that the operator makes. */
    private static final Set<String> ONCE = Set.of(
            "account_opened",
            "account_settings_changed",
            "branding_changed",
            "deliveries_released",
            "live_points_paid",
            "login_settings_changed",
            "quest_listed",
            "quest_tracker_made",
            "restricting_tag_reserved",
            "reward_listed",
            "show_state_changed",
            "tier_opened");

    @Test
    void each_kind_that_an_event_begins_has_a_bound() throws IOException {
        Set<String> listed = rows().keySet();
        EventCatalogue catalogue = EventCatalogue.load();
        Set<String> unbounded = new TreeSet<>();
        for (String name : catalogue.types()) {
            Class<? extends Event> type = Objects.requireNonNull(catalogue.find(name));
            if (begins(type)
                    && !UsageOfEvents.counts(type)
                    && !RECORDS.contains(name)
                    && !ONCE.contains(name)
                    && !listed.contains(LISTS.getOrDefault(name, ""))) {
                unbounded.add(name);
            }
        }
        assertThat(unbounded).isEmpty();
    }

    /** The numbers of the page are those of the lists that aggregates keep. */
    @Test
    void the_page_has_the_bound_of_each_list_of_an_aggregate() throws Exception {
        Map<String, Integer> rows = rows();
        for (JavaClass one : new ClassFileImporter().importPath(Path.of("target", "classes"))) {
            for (JavaField field : one.getFields()) {
                Field declared = field.reflect();
                if (Modifier.isStatic(declared.getModifiers())
                        && List.of(KeyedList.class, BoundedStreams.class).contains(declared.getType())) {
                    declared.setAccessible(true);
                    Object list = declared.get(null);
                    boolean isKeyed = list instanceof KeyedList;
                    String thing = isKeyed ? part(list, "thing") + "s" : (String) part(list, "things");
                    Object most = part(list, isKeyed ? "maxItems" : "maxStreams");
                    if (!thing.equals("networks")) {
                        assertThat(rows).containsEntry(WORDS.getOrDefault(thing, thing), (Integer) most);
                    }
                }
            }
        }
    }

    private static Object part(Object list, String name) throws ReflectiveOperationException {
        Field field = list.getClass().getDeclaredField(name);
        field.setAccessible(true);
        return Objects.requireNonNull(field.get(list));
    }

    /** The first event of each kind begins a thing, and so do those whose names say so. */
    private static boolean begins(Class<?> type) {
        return Arrays.stream(type.getInterfaces())
                        .anyMatch(kind -> kind.isSealed() && kind.getPermittedSubclasses()[0] == type)
                || type.getSimpleName().matches(".*(Added|Created|Made|Opened|Allowed|Monitored|Offered|Kept)");
    }

    private static Map<String, Integer> rows() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "settings.md"));
        Map<String, Integer> rows = new HashMap<>();
        Matcher row = ROW.matcher(page.substring(page.indexOf("### Bounds of lists"), page.indexOf("## Sides")));
        while (row.find()) {
            rows.put(row.group(1), Integer.valueOf(row.group(2).replace(",", "")));
        }
        return rows;
    }
}
