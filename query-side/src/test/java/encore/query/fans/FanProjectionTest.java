package encore.query.fans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.DocumentJson;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.sqlite.SqliteViews;
import encore.kernel.Event;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.activities.ActivityQuery.FindLastCampaigns;
import encore.kernel.activities.LastCampaign;
import encore.kernel.fans.DisplayNames;
import encore.kernel.fans.Fan;
import encore.kernel.fans.FanBuilder;
import encore.kernel.fans.FanContact;
import encore.kernel.fans.FanEvent.FanConsentChanged;
import encore.kernel.fans.FanEvent.FanCurated;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanEvent.FanFieldsChanged;
import encore.kernel.fans.FanEvent.FanPasswordSet;
import encore.kernel.fans.FanEvent.FanProfileChanged;
import encore.kernel.fans.FanEvent.FanPropsChanged;
import encore.kernel.fans.FanEvent.FanRegistered;
import encore.kernel.fans.FanEvent.FanTagsChanged;
import encore.kernel.fans.FanId;
import encore.kernel.fans.FanQuery.FindContacts;
import encore.kernel.fans.FanQuery.FindDisplayNames;
import encore.kernel.fans.FanQuery.FindFan;
import encore.kernel.fans.FanQuery.FindFanByPhone;
import encore.kernel.fans.FanQuery.FindFanRows;
import encore.kernel.fans.FanQuery.FindFanUpdates;
import encore.kernel.fans.FanQuery.FindFans;
import encore.kernel.fans.FanQuery.FindFreeDisplayName;
import encore.kernel.fans.FanQuery.FindNamedFans;
import encore.kernel.fans.FanQuery.RequireFan;
import encore.kernel.fans.FanState;
import encore.kernel.fans.FreeDisplayName;
import encore.kernel.fans.UpdatedFan;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.ConsentBuilder;
import encore.kernel.fans.profile.Curation;
import encore.kernel.fans.profile.CurationBuilder;
import encore.kernel.fans.profile.Profile;
import encore.kernel.fans.profile.ProfileBuilder;
import encore.kernel.identifiers.IdentifierEvent.IdentifierAdded;
import encore.kernel.identifiers.IdentifierEvent.IdentifiersForgotten;
import encore.kernel.identifiers.IdentifiersId;
import encore.kernel.paging.Paging;
import encore.kernel.search.FanRowOptions;
import encore.kernel.tags.Tag;
import encore.kernel.tags.TagQuery.FindSomeTags;
import encore.query.FakeQueryGateway;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
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
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class FanProjectionTest {

    private static final long ACCOUNT = 7;
    private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

    @TempDir
    Path directory;

    private long settled = Long.MAX_VALUE / 2;
    private final List<LastCampaign> last = new ArrayList<>();
    private final FanProjection projection = new FanProjection(
            position -> settled,
            new FakeQueryGateway()
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
    void a_fan_that_was_stored_before_there_were_fields_and_tags_has_none() {
        StoredFan old = new DocumentJson<>(StoredFan.class)
                .read("{\"account\":7,\"fanId\":1,\"position\":3,\"created\":5,\"updated\":5,\"profile\":{},"
                        + "\"consent\":{\"optedInBusinesses\":[],\"optedOutBusinesses\":[]},\"curation\":{},"
                        + "\"hasPassword\":false}");
        assertThat(old.fields().isEmpty()).isTrue();
        assertThat(old.tags()).isEmpty();
    }

    @Test
    void every_reading_of_fans_has_their_last_activity() {
        given(registered(1, p -> p), registered(2, p -> p), registered(3, p -> p));
        last.add(new LastCampaign(1, 9L, "The Quiz"));
        last.add(new LastCampaign(3, null, "Doors"));
        var all = new FindFans(ACCOUNT, List.of(3L, 1L, 2L, 99L), true);
        List<Fan> fans = version.read(documents -> projection.find(all, documents));
        assertThat(fans).extracting(Fan::fanId).containsExactly(3L, 1L, 2L);
        assertThat(fans).extracting(Fan::lastPageTabId).containsExactly(null, 9L, null);
        assertThat(fans).extracting(Fan::lastCampaignName).containsExactly("Doors", "The Quiz", null);
        List<Fan> theirs = version.read(documents -> projection.find(new FindFans(8, List.of(1L), true), documents));
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
                        ProfileBuilder.builder()
                                .firstName("Ann")
                                .lastName("Bell")
                                .displayName("annie")
                                .email("ann@x.example")
                                .phone("+12025550101")
                                .gender("female")
                                .birthDate(LocalDate.parse("1990-05-17"))
                                .ipAddress("10.0.0.1")
                                .latitude(42.36)
                                .longitude(-71.06)
                                .countryCode("US")
                                .province("MA")
                                .city("Boston")
                                .postalCode("02101")
                                .fanSource("web")
                                .build(),
                        new Consent(true, false, false, true, null, List.of(5L, 3L), List.of())),
                new FanPasswordSet(fan(1), "$argon2id$"),
                FanCurated.of(fan(1), Patch.of(new Curation(4, "Boston", "moderator", "vip", null))));

        Fan ann = ask(documents -> projection.find(new FindFan(ACCOUNT, 1), documents));

        assertThat(ann)
                .isEqualTo(FanBuilder.builder()
                        .fanId(1)
                        .accountId(ACCOUNT)
                        .creationTimestamp(at(1))
                        .lastUpdateTimestamp(at(3))
                        .fields(JsonNodeFactory.instance.objectNode())
                        .hasPassword(true)
                        .name("Ann Bell")
                        .firstName("Ann")
                        .lastName("Bell")
                        .displayName("annie")
                        .isConfirmed(true)
                        .email("ann@x.example")
                        .province("MA")
                        .latitude(42.36)
                        .longitude(-71.06)
                        .ipAddress("10.0.0.1")
                        .countryCode("US")
                        .city("Boston")
                        .isSubscribed(true)
                        .isOptout(false)
                        .isPhoneSubscribed(false)
                        .rating(4)
                        .phone("+12025550101")
                        .birthDate(LocalDate.parse("1990-05-17"))
                        .metroArea("Boston")
                        .postalCode("02101")
                        .fanSource("web")
                        .gender("female")
                        .tags(List.of())
                        .moderatorStatus("moderator")
                        .accessCode("vip")
                        .isGuest(false)
                        .optedInBusinessIds(List.of(3L, 5L))
                        .build());
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
        assertThat(rowOfAnn(true).tags()).isEqualTo(ann.tags());
        assertThat(rowOfAnn(false).tags()).isNull();
        assertThat(rowOfAnn(false).fields()).hasToString("{\"size\":5}");
    }

    @Test
    void props_of_staff_lie_over_the_fans_own() {
        given(registered(1, p -> p), props("{\"team\": \"red\", \"seat\": \"4\"}"), props("{\"seat\": null}"));
        Fan ann = ask(documents -> projection.find(new FindFan(ACCOUNT, 1), documents));
        assertThat(ann.props()).hasToString("{\"team\":\"red\"}");
        assertThat(ann.lastUpdateTimestamp()).isEqualTo(at(3));
        given(
                FanCurated.of(
                        fan(1),
                        Patch.of(CurationBuilder.builder()
                                .props(object("{\"level\": \"gold\", \"team\": \"staff\"}"))
                                .build())),
                new FanPropsChanged(fan(1), null));
        ann = ask(documents -> projection.find(new FindFan(ACCOUNT, 1), documents));
        assertThat(ann.props()).hasToString("{\"team\":\"staff\",\"level\":\"gold\"}");
    }

    @Test
    void a_fan_is_found_by_its_phone_in_its_account_alone() {
        given(registered(1, p -> Profile.reachableBy("ann@x.example", "+12025550101")), registered(2, p -> p));
        assertThat(byPhone(ACCOUNT, "+12025550101")).containsExactly(1L);
        assertThat(byPhone(8, "+12025550101")).isEmpty();
        assertThat(byPhone(ACCOUNT, "+12025550102")).isEmpty();
    }

    private List<Long> byPhone(long account, String phone) {
        return ask(documents -> projection.find(new FindFanByPhone(account, phone), documents));
    }

    private static FanPropsChanged props(String json) {
        return new FanPropsChanged(fan(1), object(json));
    }

    private static ObjectNode object(String json) {
        return (ObjectNode) JsonMapper.shared().readTree(json);
    }

    private Fan rowOfAnn(boolean withTags) {
        var asked = new FindFanRows(ACCOUNT, List.of(1L), new FanRowOptions(false, false, withTags));
        List<Fan> rows = ask(documents -> projection.find(asked, documents));
        return rows.getFirst();
    }

    @Test
    void changes_replace_and_clear() {
        given(
                registered(1, p -> called("Ann Bell").applyTo(Profile.reachableBy("ann@x.example", "+12025550101"))),
                FanProfileChanged.of(
                        fan(1),
                        Patch.of(Profile.reachableBy("new@x.example", "")).clearing("name")),
                FanConsentChanged.of(
                        fan(1),
                        Patch.of(ConsentBuilder.builder()
                                .optedInBusinesses(List.of(9L))
                                .optedOutBusinesses(List.of())
                                .isSubscribed(false)
                                .build())));
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
        assertThat(found("ann@x.example")).isEmpty();
        assertThat(updates(null, null)).extracting(row -> row.fan().fanId()).containsExactly(2L);
    }

    @Test
    void display_names_of_known_fans_are_answered() {
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

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ADMIN PAYPAL",
                "Admin Paypal\uFE0F",
                "Admin\u3164Paypal",
                "Admin \uFFA0Paypal",
                "Ad\u200Bmin Pay\u00ADpal",
                "Admin\u2800Paypal",
                "Admin\u00A0Paypal",
                "AdminPaypal",
                "Adm\u0456n P\u0430yp\u0430l",
                "\u0410dmin \u0420\u0430\u0443\u0440\u0430l",
                "\u0391D\u039CIN PAYPAL",
                "Admin PaypaI",
                "Adrnin Paypal",
                "\uFF21dmin Paypal",
                "\uD835\uDC00dmin Paypal"
            })
    void a_display_name_that_looks_like_a_taken_one_is_taken(String name) {
        given(registered(1, p -> displayed("Admin Paypal")));
        assertThat(free(name)).isEqualTo(name + "2");
        given(new FanErased(fan(1)), registered(2, p -> displayed(name)));
        assertThat(free("Admin Paypal")).isEqualTo("Admin Paypal2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Admin Paypel", "\u00C1dmin Paypal", "Admin Paypal7", "\u0411dmin Paypal"})
    void a_display_name_that_looks_otherwise_is_free(String name) {
        given(registered(1, p -> displayed("Admin Paypal")));
        assertThat(free(name)).isEqualTo(name);
    }

    @Test
    void case_does_not_matter_in_any_script() {
        given(
                registered(1, p -> displayed("\u039D\u03AF\u03BA\u03BF")),
                registered(2, p -> displayed("\u0410\u043D\u043D\u0430")));
        assertThat(free("\u039D\u038A\u039A\u039F")).endsWith("2");
        assertThat(free("\u0410\u041D\u041D\u0410")).endsWith("2");
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
                registered(
                        1111,
                        p -> called("Ann Bell").applyTo(Profile.reachableBy("ann.bell@x.example", "+12025550101"))),
                registered(2222, p -> called("Bob Hill").applyTo(Profile.reachableBy("bob@y.example", "+12025550102"))),
                registered(3333, p -> displayed("Bella")));
        assertThat(found("bell")).containsExactly(1111L, 3333L);
        assertThat(found("ANN")).containsExactly(1111L);
        assertThat(found("Bob@y.example")).containsExactly(2222L);
        assertThat(found("x@bell.ann")).isEmpty();
        assertThat(found("+1 (202) 555-0102")).containsExactly(2222L);
        assertThat(found("3333")).containsExactly(3333L);
        assertThat(found("nobody")).isEmpty();
        assertThat(found("\u00A0bob@y.example\u3000")).containsExactly(2222L);
    }

    @Test
    void a_name_that_looks_like_something_else_is_found() {
        given(
                registered(1, p -> displayed("@nick")),
                registered(2, p -> displayed("00700")),
                registered(3, p -> displayed("12-34-56")),
                registered(4, p -> displayed("nick@home")),
                registered(5, p -> Profile.reachableBy("home@nick.example", "+12025550102")));
        assertThat(found("@nick")).contains(1L);
        assertThat(found("00700")).containsExactly(2L);
        assertThat(found("12-34-56")).containsExactly(3L);
        assertThat(found("nick@home")).containsExactly(4L);
        assertThat(found("(202) 555-0102")).containsExactly(5L);
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
        assertThat(found(written)).containsExactly(1L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"030 123456", "(030) 123456", "+49 (0)30 123456", "0049 30 123456", "+49 30"})
    void a_phone_is_found_as_it_is_dialled_in_its_country(String written) {
        given(
                registered(1, p -> Profile.reachableBy(null, "+12025550102")),
                registered(2, p -> Profile.reachableBy(null, "+4930123456")));
        assertThat(found(written)).containsExactly(2L);
    }

    @Test
    void rows_come_in_the_order_of_the_question_with_the_wanted_parts() {
        given(
                new FanRegistered(
                        fan(1),
                        Profile.EMPTY,
                        ConsentBuilder.builder()
                                .optedInBusinesses(List.of(3L))
                                .optedOutBusinesses(List.of())
                                .build()),
                registered(2, p -> p));
        last.add(new LastCampaign(1, 9L, "The Quiz"));
        assertThat(rows(new FanRowOptions(true, true, true)))
                .extracting(Fan::fanId, Fan::optedInBusinessIds, Fan::lastCampaignName)
                .containsExactly(tuple(2L, List.of(), null), tuple(1L, List.of(3L), "The Quiz"));
        assertThat(rows(new FanRowOptions(false, false, false)))
                .extracting(Fan::fanId, Fan::optedInBusinessIds, Fan::lastCampaignName)
                .containsExactly(tuple(2L, null, null), tuple(1L, null, null));
    }

    @Test
    void contacts_say_what_rows_say_in_the_order_asked() {
        given(
                new FanRegistered(
                        fan(1),
                        Profile.reachableBy("ann@fans.example", "+41441234567"),
                        ConsentBuilder.builder()
                                .optedInBusinesses(List.of())
                                .optedOutBusinesses(List.of())
                                .isSubscribed(true)
                                .isPhoneSubscribed(false)
                                .build()),
                registered(2, p -> p));
        var asked = new FindContacts(ACCOUNT, List.of(2L, 99L, 1L));
        List<FanContact> contacts = ask(documents -> projection.find(asked, documents));
        assertThat(contacts)
                .usingRecursiveComparison()
                .comparingOnlyFields(
                        "fanId",
                        "email",
                        "phone",
                        "firstName",
                        "lastName",
                        "isSubscribed",
                        "isPhoneSubscribed",
                        "metroArea",
                        "lastUpdateTimestamp")
                .isEqualTo(rows(new FanRowOptions(false, false, false)));
        List<FanContact> others =
                ask(documents -> projection.find(new FindContacts(ACCOUNT + 1, List.of(1L)), documents));
        assertThat(others).isEmpty();
    }

    private List<Fan> rows(FanRowOptions rowOptions) {
        return ask(documents -> projection.find(new FindFanRows(ACCOUNT, List.of(2L, 99L, 1L), rowOptions), documents));
    }

    @Test
    void updates_name_each_fan_once_at_its_latest_change() {
        given(
                registered(1, p -> p),
                registered(2, p -> p),
                new IdentifierAdded(new IdentifiersId(fan(1)), "portal", "m-1", null));
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
                        fan(1),
                        Patch.of(ConsentBuilder.builder()
                                .optedInBusinesses(List.of(1L))
                                .optedOutBusinesses(List.of())
                                .isSubscribed(true)
                                .build())),
                registered(2, p -> p),
                FanProfileChanged.of(fan(2), Patch.of(displayed("bob"))),
                props("{\"team\": \"red\", \"seat\": \"4\"}"),
                props("{\"seat\": null}"),
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
        RecordedEvent recordedEvent = new RecordedEvent(
                event, position, at(position), "fan", 0, new RecordedEvent.Origin(ACCOUNT, "key", "Command", "r"));
        switch (event) {
            case FanRegistered registered -> projection.on(registered, recordedEvent, batch);
            case FanProfileChanged changed -> projection.on(changed, recordedEvent, batch);
            case FanConsentChanged changed -> projection.on(changed, recordedEvent, batch);
            case FanPasswordSet set -> projection.on(set, recordedEvent, batch);
            case FanFieldsChanged changed -> projection.on(changed, recordedEvent, batch);
            case FanTagsChanged changed -> projection.on(changed, recordedEvent, batch);
            case FanPropsChanged changed -> projection.on(changed, recordedEvent, batch);
            case FanCurated curated -> projection.on(curated, recordedEvent, batch);
            case FanErased erased -> projection.on(erased, recordedEvent, batch);
            case IdentifierAdded added -> projection.on(added, recordedEvent, batch);
            default -> {}
        }
    }

    private <R> R ask(Function<Documents, R> question) {
        return version.read(question);
    }

    private List<Long> found(String name) {
        return ask(documents -> projection.find(new FindNamedFans(ACCOUNT, name, 0, 100), documents));
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
        return ProfileBuilder.builder().displayName(name).build();
    }

    private static Patch<Profile> called(String name) {
        return Patch.of(ProfileBuilder.builder().name(name).build());
    }
}
