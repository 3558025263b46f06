package encore.query.fans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.eventstore.Recorded;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.sqlite.SqliteViews;
import encore.kernel.Event;
import encore.kernel.Page;
import encore.kernel.Paging;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.activities.ActivityQuery.FindLastCampaigns;
import encore.kernel.activities.LastCampaign;
import encore.kernel.fans.Consent;
import encore.kernel.fans.Curation;
import encore.kernel.fans.DisplayNames;
import encore.kernel.fans.Fan;
import encore.kernel.fans.FanCriteria;
import encore.kernel.fans.FanEvent.FanConsentChanged;
import encore.kernel.fans.FanEvent.FanCurated;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanEvent.FanFieldsChanged;
import encore.kernel.fans.FanEvent.FanPasswordSet;
import encore.kernel.fans.FanEvent.FanProfileChanged;
import encore.kernel.fans.FanEvent.FanRegistered;
import encore.kernel.fans.FanEvent.FanTagsChanged;
import encore.kernel.fans.FanFilter;
import encore.kernel.fans.FanId;
import encore.kernel.fans.FanQuery.FindDisplayNames;
import encore.kernel.fans.FanQuery.FindFan;
import encore.kernel.fans.FanQuery.FindFanUpdates;
import encore.kernel.fans.FanQuery.FindFans;
import encore.kernel.fans.FanQuery.FindFreeDisplayName;
import encore.kernel.fans.FanQuery.RequireFan;
import encore.kernel.fans.FanQuery.SearchFans;
import encore.kernel.fans.FanState;
import encore.kernel.fans.FreeDisplayName;
import encore.kernel.fans.Profile;
import encore.kernel.fans.UpdatedFan;
import encore.kernel.identifiers.IdentifierEvent.IdentifierAdded;
import encore.kernel.identifiers.IdentifierEvent.IdentifiersForgotten;
import encore.kernel.identifiers.IdentifiersId;
import encore.kernel.tags.Tag;
import encore.kernel.tags.TagQuery.FindSomeTags;
import encore.query.Asked;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class FanProjectionTest {

    private static final long ACCOUNT = 7;
    private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");
    private static final LocalDate TODAY = LocalDate.parse("2026-03-05");

    @TempDir
    Path directory;

    private long settled = Long.MAX_VALUE / 2;
    private final List<LastCampaign> last = new ArrayList<>();
    private final FanProjection projection = new FanProjection(
            position -> settled,
            new Asked()
                    .on(FindLastCampaigns.class, query -> List.copyOf(last))
                    .on(
                            FindSomeTags.class,
                            query -> query.tagIds().stream()
                                    .map(tag -> new Tag(tag, "tag " + tag, START))
                                    .toList()));
    private final List<Event> events = new ArrayList<>();
    private Views views;
    private Views.Version version;

    @BeforeEach
    void open() {
        views = SqliteViews.open(directory, true);
        version = views.open(projection.shape(), 1);
    }

    @AfterEach
    void close() {
        views.close();
    }

    @Test
    void every_reading_of_fans_tells_what_they_did_last() {
        given(registered(1, p -> p), registered(2, p -> p), registered(3, p -> p));
        last.add(new LastCampaign(1, 9L, "The Quiz"));
        last.add(new LastCampaign(3, null, "Doors"));
        var all = new FindFans(ACCOUNT, List.of(3L, 1L, 2L, 99L));
        List<Fan> fans = version.read(documents -> projection.find(all, documents));
        assertThat(fans).extracting(Fan::fanId).containsExactly(3L, 1L, 2L);
        assertThat(fans).extracting(Fan::lastPageTabId).containsExactly(null, 9L, null);
        assertThat(fans).extracting(Fan::lastCampaignName).containsExactly("Doors", "The Quiz", null);
        List<Fan> theirs = version.read(documents -> projection.find(new FindFans(8, List.of(1L)), documents));
        assertThat(theirs).isEmpty();
        Fan one = version.read(documents -> projection.find(new FindFan(ACCOUNT, 1), documents));
        assertThat(one.lastCampaignName()).isEqualTo("The Quiz");
        var since = new FindFanUpdates(ACCOUNT, null, new Paging.TimeKeys(null, null, 10));
        assertThat(version.read(documents -> projection.find(since, documents)).rows())
                .extracting(updated -> updated.fan().lastCampaignName())
                .containsExactly("The Quiz", null, "Doors");
    }

    @Test
    void a_registered_fan_is_read_with_all_that_is_known() {
        given(
                new FanRegistered(
                        fan(1),
                        new Profile(
                                null,
                                "Ann",
                                "Bell",
                                "annie",
                                "ann@x.example",
                                "+12025550101",
                                "female",
                                LocalDate.parse("1990-05-17"),
                                "10.0.0.1",
                                42.36,
                                -71.06,
                                "US",
                                "MA",
                                "Boston",
                                "02101",
                                "web"),
                        new Consent(true, false, false, true, null, List.of(5L, 3L), List.of())),
                new FanPasswordSet(fan(1), "$argon2id$"),
                FanCurated.of(fan(1), Patch.of(new Curation(4, "Boston", "moderator", "vip", null))));

        Fan ann = ask(documents -> projection.find(new FindFan(ACCOUNT, 1), documents));

        assertThat(ann)
                .isEqualTo(new Fan(
                        1,
                        ACCOUNT,
                        "Ann Bell",
                        "Ann",
                        "Bell",
                        "annie",
                        true,
                        null,
                        "ann@x.example",
                        "MA",
                        42.36,
                        -71.06,
                        at(1),
                        "10.0.0.1",
                        "US",
                        "Boston",
                        true,
                        false,
                        false,
                        4,
                        "+12025550101",
                        LocalDate.parse("1990-05-17"),
                        "Boston",
                        "02101",
                        at(3),
                        "web",
                        JsonNodeFactory.instance.objectNode(),
                        "female",
                        List.of(),
                        "moderator",
                        "vip",
                        true,
                        null,
                        null,
                        null,
                        null,
                        List.of(3L, 5L)));
    }

    @Test
    void a_fan_is_read_with_its_fields_and_its_tags_as_they_were_given() {
        ObjectNode values = JsonNodeFactory.instance.objectNode().put("size", 5).put("shoe", "left");
        given(
                registered(1, p -> p),
                new FanFieldsChanged(fan(1), values, List.of("size", "shoe"), List.of()),
                new FanTagsChanged(fan(1), List.of(9L, 4L), List.of()),
                new FanFieldsChanged(fan(1), null, List.of(), List.of("shoe")),
                new FanTagsChanged(fan(1), List.of(2L), List.of(4L)));
        Fan ann = ask(documents -> projection.find(new FindFan(ACCOUNT, 1), documents));
        assertThat(ann.fields()).hasToString("{\"size\":5}");
        assertThat(ann.tags()).containsExactly(new Fan.Tag(9, "tag 9"), new Fan.Tag(2, "tag 2"));
        assertThat(ann.lastUpdateTimestamp()).isEqualTo(at(5));
        assertThat(updates(null, null))
                .extracting(updated -> updated.fan().tags())
                .containsExactly(ann.tags());
        assertThat(rows(true)).extracting(Fan::tags).containsExactly(ann.tags());
        Fan row = rows(false).getFirst();
        assertThat(row.tags()).isNull();
        assertThat(row.fields()).hasToString("{\"size\":5}");
    }

    private List<Fan> rows(boolean withTags) {
        return ask(documents -> projection.find(
                        new SearchFans(ACCOUNT, all(), TODAY, false, withTags, null, new Paging.Search(null, 10)),
                        documents))
                .rows();
    }

    @Test
    void changes_replace_and_clear() {
        given(
                registered(1, p -> called("Ann Bell").on(Profile.reachableBy("ann@x.example", "+12025550101"))),
                FanProfileChanged.of(
                        fan(1),
                        Patch.of(Profile.reachableBy("new@x.example", "")).clearing("name")),
                FanConsentChanged.of(
                        fan(1), Patch.of(new Consent(false, null, null, null, null, List.of(9L), List.of()))));
        Fan ann = ask(documents -> projection.find(new FindFan(ACCOUNT, 1), documents));
        assertThat(ann.email()).isEqualTo("new@x.example");
        assertThat(ann.phone()).isNull();
        assertThat(ann.name()).isNull();
        assertThat(ann.isSubscribed()).isFalse();
        assertThat(ann.optedInBusinessIds()).containsExactly(9L);
    }

    @Test
    void a_fan_of_another_account_or_of_none_is_unknown() {
        given(registered(1, p -> p));
        for (FindFan query : List.of(new FindFan(8, 1), new FindFan(ACCOUNT, 2), new FindFan(ACCOUNT, -1))) {
            assertThatThrownBy(() -> ask(documents -> projection.find(query, documents)))
                    .isInstanceOfSatisfying(
                            Refusal.class, refusal -> assertThat(refusal.kind()).isEqualTo(Refusal.Kind.UNKNOWN));
        }
    }

    @Test
    void an_erased_fan_leaves_nothing_but_that_it_was() {
        given(
                registered(1, p -> Profile.reachableBy("ann@x.example", null)),
                registered(2, p -> p),
                new FanErased(fan(1)),
                new IdentifiersForgotten(new IdentifiersId(fan(1))));
        assertThat(required(RequireFan.everKnown(ACCOUNT, 1))).isEqualTo(new FanState(1, FanState.State.ERASED));
        assertThat(required(RequireFan.known(ACCOUNT, 2))).isEqualTo(new FanState(2, FanState.State.KNOWN));
        for (var unknown : List.of(
                RequireFan.known(ACCOUNT, 1),
                RequireFan.everKnown(ACCOUNT, 3),
                RequireFan.everKnown(8, 1),
                RequireFan.known(8, 2))) {
            assertThatThrownBy(() -> required(unknown))
                    .isInstanceOfSatisfying(
                            Refusal.class, refusal -> assertThat(refusal.kind()).isEqualTo(Refusal.Kind.UNKNOWN));
        }
        assertThatThrownBy(() -> required(new RequireFan(ACCOUNT, 3, true, "fan_id")))
                .isInstanceOfSatisfying(Refusal.class, refusal -> {
                    assertThat(refusal.kind()).isEqualTo(Refusal.Kind.RULE);
                    assertThat(refusal.field()).isEqualTo("fan_id");
                });
        assertThat(found(named("ann@x.example"))).isEmpty();
        assertThat(updates(null, null)).extracting(row -> row.fan().fanId()).containsExactly(2L);
    }

    @Test
    void display_names_are_told_of_those_who_are_known() {
        given(
                registered(1, p -> displayed("annie")),
                registered(2, p -> p),
                registered(3, p -> p),
                new FanErased(fan(3)));
        DisplayNames names = ask(
                documents -> projection.find(new FindDisplayNames(ACCOUNT, List.of(2L, 1L, 3L, 4L, 1L)), documents));
        assertThat(names.byFan()).isEqualTo(Map.of(1L, "annie"));
        assertThat(names.of(2)).isNull();
    }

    @Test
    void a_taken_display_name_gets_the_first_free_number() {
        given(registered(1, p -> displayed("Annie")), registered(2, p -> displayed("annie2")));
        assertThat(free("ANNIE")).isEqualTo("ANNIE3");
        assertThat(free("Bob")).isEqualTo("Bob");
        assertThat(free(8, "Annie")).isEqualTo("Annie");
    }

    @Test
    void a_name_that_is_proposed_has_at_most_50_characters() {
        String longest = "\uD83C\uDFB5".repeat(20) + "x".repeat(28) + " z";
        given(registered(1, p -> displayed(longest)));
        String free = free(longest);
        assertThat(free)
                .isEqualTo(longest.substring(0, longest.length() - 2) + "2")
                .doesNotContain(" ");
        assertThat(free.codePointCount(0, free.length())).isEqualTo(49);
        given(registered(2, p -> displayed(free)));
        assertThat(free(longest)).endsWith("x3");
    }

    @Test
    void the_name_of_a_search_is_a_name_a_contact_or_an_id() {
        given(
                registered(1111, p -> called("Ann Bell").on(Profile.reachableBy("ann.bell@x.example", "+12025550101"))),
                registered(2222, p -> called("Bob Hill").on(Profile.reachableBy("bob@y.example", "+12025550102"))),
                registered(3333, p -> displayed("Bella")));
        assertThat(found(named("bell"))).containsExactly(1111L, 3333L);
        assertThat(found(named("ANN"))).containsExactly(1111L);
        assertThat(found(named("Bob@y.example"))).containsExactly(2222L);
        assertThat(found(named("x@bell.ann"))).isEmpty();
        assertThat(found(named("+1 (202) 555-0102"))).containsExactly(2222L);
        assertThat(found(named("3333"))).containsExactly(3333L);
        assertThat(found(named("nobody"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(202) 555-0102",
                "202.555.0102",
                "202/5550102",
                "2025550102",
                "202 555",
                "1-202-555-0102",
                "+1 (202) 555-0102",
                "001 202 555 0102"
            })
    void a_phone_is_found_as_people_write_it(String written) {
        given(
                registered(1, p -> Profile.reachableBy(null, "+12025550102")),
                registered(2, p -> Profile.reachableBy(null, "+4930123456")));
        assertThat(found(named(written))).containsExactly(1L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"030 123456", "(030) 123456", "+49 (0)30 123456", "0049 30 123456", "+49 30"})
    void a_phone_is_found_as_it_is_dialled_in_its_country(String written) {
        given(
                registered(1, p -> Profile.reachableBy(null, "+12025550102")),
                registered(2, p -> Profile.reachableBy(null, "+4930123456")));
        assertThat(found(named(written))).containsExactly(2L);
    }

    @Test
    void criteria_are_met_all_at_once() {
        given(
                registered(1, p -> placed("MA", "02101", 42.36, -71.06)),
                registered(2, p -> placed("MA", "02102", 42.35, -71.05)),
                registered(3, p -> placed("NY", "10001", 40.75, -73.99)),
                registered(4, p -> p),
                FanCurated.of(fan(2), Patch.of(new Curation(5, "Boston", null, null, null))),
                FanCurated.of(fan(3), Patch.of(new Curation(5, "New York", null, null, null))));
        assertThat(found(all())).containsExactly(1L, 2L, 3L, 4L);
        assertThat(found(criteria(List.of("MA"), List.of(), List.of(), null, null)))
                .containsExactly(1L, 2L);
        assertThat(found(criteria(List.of("MA", "NY"), List.of(), List.of(), 5, null)))
                .containsExactly(2L, 3L);
        assertThat(found(criteria(List.of(), List.of("02101", "10001"), List.of(), null, null)))
                .containsExactly(1L, 3L);
        assertThat(found(criteria(List.of("MA"), List.of(), List.of("Boston", "New York"), 5, null)))
                .containsExactly(2L);
        assertThat(found(criteria(List.of(), List.of(), List.of(), 1, null))).isEmpty();
    }

    @Test
    void a_radius_is_around_a_point_or_around_the_fans_of_a_postal_code() {
        given(
                registered(1, p -> placed("MA", "02101", 42.36, -71.06)),
                registered(2, p -> placed("MA", "02102", 42.40, -71.10)),
                registered(3, p -> placed("NY", "10001", 40.75, -73.99)));
        assertThat(found(near(new FanCriteria.Radius(42.36, -71.06, 20.0), List.of())))
                .containsExactly(1L, 2L);
        assertThat(found(near(new FanCriteria.Radius(42.36, -71.06, 1.0), List.of())))
                .containsExactly(1L);
        assertThat(found(near(new FanCriteria.Radius(42.36, -71.06, 20.0), List.of("02102"))))
                .containsExactly(2L);
        assertThat(found(near(new FanCriteria.Radius(null, null, 20.0), List.of("02101"))))
                .containsExactly(1L, 2L);
        assertThatThrownBy(() -> found(near(new FanCriteria.Radius(null, null, 20.0), List.of("99999"))))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.field()).isEqualTo("fan_postal_codes"));
    }

    @Test
    void the_middle_of_a_postal_code_can_lie_on_the_date_line() {
        given(
                registered(1, p -> placed("X", "F1", -17.0, 179.9)),
                registered(2, p -> placed("X", "F1", -17.0, -179.9)),
                registered(3, p -> placed("X", "F2", -17.0, 0)));
        assertThat(found(near(new FanCriteria.Radius(null, null, 20.0), List.of("F1"))))
                .containsExactly(1L, 2L);
    }

    @Test
    void ages_are_whole_years_on_the_day_of_the_search() {
        given(
                registered(1, p -> born("2000-03-05")),
                registered(2, p -> born("2000-03-06")),
                registered(3, p -> born("1995-03-05")),
                registered(4, p -> p));
        assertThat(found(aged(26, null))).containsExactly(1L, 3L);
        assertThat(found(aged(null, 25))).containsExactly(2L);
        assertThat(found(aged(25, 26))).containsExactly(1L, 2L);
        assertThat(found(aged(31, 31))).containsExactly(3L);
    }

    @Test
    void days_of_registration_are_inclusive() {
        given(registered(1, p -> p));
        assertThat(found(created("2026-03-01", "2026-03-01"))).containsExactly(1L);
        assertThat(found(created("2026-03-02", null))).isEmpty();
        assertThat(found(created(null, "2026-02-28"))).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(FanFilter.class)
    void each_filter_parts_the_fans_who_have_something_from_those_who_have_not(FanFilter filter) {
        given(
                new FanRegistered(
                        fan(1),
                        new Profile(
                                null,
                                null,
                                null,
                                null,
                                "a@x.example",
                                "+12025550101",
                                "other",
                                LocalDate.parse("1990-05-17"),
                                null,
                                1.0,
                                2.0,
                                "US",
                                "MA",
                                "Boston",
                                "02101",
                                "web"),
                        new Consent(true, true, true, null, null, List.of(), List.of())),
                FanCurated.of(fan(1), Patch.of(new Curation(null, "Boston", null, null, null))),
                registered(2, p -> Profile.reachableBy("b@x.example", null)),
                new FanRegistered(
                        fan(3),
                        Profile.reachableBy("c@x.example", null),
                        new Consent(false, false, false, null, null, List.of(), List.of())));
        assertThat(found(filtered(List.of(filter), List.of()))).containsExactly(1L);
        assertThat(found(filtered(List.of(), List.of(filter)))).containsExactly(2L, 3L);
        assertThat(found(filtered(List.of(filter), List.of(filter)))).isEmpty();
    }

    @Test
    void a_search_is_walked_by_id_and_passes_over_who_came_later() {
        given(registered(10, p -> p), registered(30, p -> p), registered(20, p -> p));
        Page<Fan> first = page(all(), null, null, 2);
        assertThat(first.rows()).extracting(Fan::fanId).containsExactly(10L, 20L);
        assertThat(first.more()).isTrue();
        given(registered(25, p -> p), registered(5, p -> p));
        Page<Fan> second = page(all(), first.position(), first.last(), 2);
        assertThat(second.rows()).extracting(Fan::fanId).containsExactly(30L);
        assertThat(second.more()).isFalse();
    }

    @Test
    void rows_name_businesses_only_when_asked() {
        given(new FanRegistered(
                fan(1), Profile.EMPTY, new Consent(null, null, null, null, null, List.of(3L), List.of())));
        assertThat(page(all(), null, null, 10).rows().getFirst().optedInBusinessIds())
                .isNull();
        Page<Fan> with = ask(documents -> projection.find(
                new SearchFans(ACCOUNT, all(), TODAY, true, false, null, new Paging.Search(null, 10)), documents));
        assertThat(with.rows().getFirst().optedInBusinessIds()).containsExactly(3L);
    }

    @Test
    void a_criterion_that_is_said_ten_thousand_times_is_one() {
        given(registered(1, p -> p));
        List<FanFilter> repeated = Collections.nCopies(9_999, FanFilter.LATITUDE);
        assertThat(found(filtered(List.of(), repeated))).containsExactly(1L);
        assertThat(filtered(repeated, repeated).only()).containsExactly(FanFilter.LATITUDE);
    }

    @Test
    void updates_name_each_fan_once_at_its_latest_change() {
        given(
                registered(1, p -> p),
                registered(2, p -> p),
                new IdentifierAdded(new IdentifiersId(fan(1)), "portal", "m-1"));
        List<UpdatedFan> rows = updates(null, null);
        assertThat(rows).extracting(UpdatedFan::fanTimeKey).containsExactly(key(2, 2), key(3, 1));
        assertThat(updates(null, key(2, 2))).extracting(UpdatedFan::fanTimeKey).containsExactly(key(3, 1));
        assertThat(updates(null, key(3, 1))).isEmpty();
    }

    @Test
    void updates_of_the_newest_millisecond_are_withheld_until_it_is_over() {
        given(registered(1, p -> p), registered(2, p -> p));
        settled = at(1).toEpochMilli();
        assertThat(updates(null, null)).extracting(row -> row.fan().fanId()).containsExactly(1L);
    }

    @Test
    void updates_from_a_time_begin_with_it() {
        given(registered(1, p -> p));
        assertThat(updates(Instant.parse("2026-03-01T00:00:00Z"), null)).hasSize(1);
        assertThat(updates(at(1), null)).hasSize(1);
        assertThat(updates(at(1).plusMillis(1), null)).isEmpty();
    }

    @Test
    void handled_twice_or_replayed_the_documents_are_the_same() {
        given(
                registered(1, p -> Profile.reachableBy("ann@x.example", "+12025550101")),
                FanConsentChanged.of(
                        fan(1), Patch.of(new Consent(true, null, null, null, null, List.of(1L), List.of()))),
                registered(2, p -> p),
                FanProfileChanged.of(fan(2), Patch.of(displayed("bob"))),
                new FanErased(fan(2)));
        List<Views.Sum> once = version.checksums();
        replay(version, 2);
        assertThat(version.checksums()).isEqualTo(once);
        Views.Version anew = views.open(projection.shape(), 2);
        replay(anew, 1);
        assertThat(anew.checksums()).isEqualTo(once);
    }

    private void given(Event... happened) {
        for (Event event : happened) {
            events.add(event);
            try (Documents.Batch batch = version.begin()) {
                on(event, events.size(), batch);
                batch.commit(events.size());
            }
        }
    }

    private void replay(Views.Version into, int times) {
        try (Documents.Batch batch = into.begin()) {
            for (int i = 0; i < events.size(); i++) {
                for (int time = 0; time < times; time++) {
                    on(events.get(i), i + 1, batch);
                }
            }
            batch.commit(events.size() + 1L);
        }
    }

    private void on(Event event, long position, Documents.Batch batch) {
        Recorded recorded = new Recorded(
                event, position, at(position), "fan", 0, new Recorded.Origin(ACCOUNT, "key", "Command", "r"));
        switch (event) {
            case FanRegistered registered -> projection.on(registered, recorded, batch);
            case FanProfileChanged changed -> projection.on(changed, recorded, batch);
            case FanConsentChanged changed -> projection.on(changed, recorded, batch);
            case FanPasswordSet set -> projection.on(set, recorded, batch);
            case FanFieldsChanged changed -> projection.on(changed, recorded, batch);
            case FanTagsChanged changed -> projection.on(changed, recorded, batch);
            case FanCurated curated -> projection.on(curated, recorded, batch);
            case FanErased erased -> projection.on(erased, recorded, batch);
            case IdentifierAdded added -> projection.on(added, recorded, batch);
            default -> {}
        }
    }

    private <R> R ask(Function<Documents, R> question) {
        return version.read(question);
    }

    private List<Long> found(FanCriteria criteria) {
        return page(criteria, null, null, 100).rows().stream().map(Fan::fanId).toList();
    }

    private Page<Fan> page(FanCriteria criteria, @Nullable Long until, @Nullable String after, int limit) {
        return ask(documents -> projection.find(
                new SearchFans(ACCOUNT, criteria, TODAY, false, false, until, new Paging.Search(after, limit)),
                documents));
    }

    private List<UpdatedFan> updates(@Nullable Instant from, @Nullable String min) {
        return ask(documents -> projection
                .find(new FindFanUpdates(ACCOUNT, from, new Paging.TimeKeys(min, null, 100)), documents)
                .rows());
    }

    private String free(String name) {
        return free(ACCOUNT, name);
    }

    private String free(long account, String name) {
        FreeDisplayName free = ask(documents -> projection.find(new FindFreeDisplayName(account, name), documents));
        return free.displayName();
    }

    private FanState required(RequireFan query) {
        return ask(documents -> projection.find(query, documents));
    }

    private static FanId fan(long number) {
        return new FanId(ACCOUNT, number);
    }

    /** Each event a millisecond after the one before. */
    private static Instant at(long position) {
        return START.plus(Duration.ofMillis(position));
    }

    private static String key(long position, long fan) {
        return at(position).getEpochSecond() + "_" + at(position).toEpochMilli() % 1000 + "_" + fan;
    }

    private static FanRegistered registered(long number, UnaryOperator<Profile> profile) {
        return new FanRegistered(fan(number), profile.apply(Profile.EMPTY), Consent.EMPTY);
    }

    private static Profile displayed(String name) {
        return new Profile(
                null, null, null, name, null, null, null, null, null, null, null, null, null, null, null, null);
    }

    private static Profile born(String day) {
        return new Profile(
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                LocalDate.parse(day),
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null);
    }

    private static Profile placed(String province, String postalCode, double latitude, double longitude) {
        return new Profile(
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                latitude,
                longitude,
                null,
                province,
                null,
                postalCode,
                null);
    }

    private static FanCriteria all() {
        return criteria(List.of(), List.of(), List.of(), null, null);
    }

    private static FanCriteria named(String name) {
        return new FanCriteria(
                name, null, null, null, null, null, null, List.of(), List.of(), List.of(), List.of(), List.of(), null,
                null);
    }

    private static FanCriteria criteria(
            List<String> provinces,
            List<String> postalCodes,
            List<String> metroAreas,
            @Nullable Integer rating,
            FanCriteria.@Nullable Radius radius) {
        return new FanCriteria(
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                List.of(),
                List.of(),
                provinces,
                postalCodes,
                metroAreas,
                rating,
                radius);
    }

    private static FanCriteria near(FanCriteria.Radius radius, List<String> postalCodes) {
        return criteria(List.of(), postalCodes, List.of(), null, radius);
    }

    private static FanCriteria aged(@Nullable Integer youngest, @Nullable Integer oldest) {
        return new FanCriteria(
                null, null, null, null, null, youngest, oldest, List.of(), List.of(), List.of(), List.of(), List.of(),
                null, null);
    }

    private static FanCriteria created(@Nullable String from, @Nullable String to) {
        return new FanCriteria(
                null,
                null,
                null,
                from == null ? null : LocalDate.parse(from),
                to == null ? null : LocalDate.parse(to),
                null,
                null,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                null,
                null);
    }

    private static FanCriteria filtered(List<FanFilter> only, List<FanFilter> notOnly) {
        return new FanCriteria(
                null, null, null, null, null, null, null, only, notOnly, List.of(), List.of(), List.of(), null, null);
    }

    private static Patch<Profile> called(String name) {
        return Patch.of(new Profile(
                name, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null));
    }
}
