package encore.kernel.published;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.kernel.Event;
import encore.kernel.fans.FanId;
import encore.kernel.points.LedgerId;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.kernel.points.PointsEventPointsAwardedBuilder;
import encore.kernel.privacy.PersonalData;
import encore.kernel.shows.ShowState;
import encore.kernel.tags.TagId;
import encore.kernel.venues.VenueDetailsBuilder;
import encore.kernel.venues.VenueEvent.VenueChanged;
import encore.kernel.venues.VenueId;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class PublishedDataTest {

    record Seat(@PublishedValue String row, @PublishedValue int number, String code) {}

    record Booked(
            @PublishedValue FanId fan,
            String secretHash,
            @PublishedValue @Nullable Seat seat,
            @PublishedValue List<Seat> others,
            @PublishedValue List<TagId> tags,
            @PublishedValue("price") BigDecimal amount,
            @PublishedValue Instant at,
            @PublishedValue("status") ShowState state,
            @PublishedValue("guest_id") @Nullable FanId guest)
            implements Event {}

    record OfName(
            @PublishedValue FanId fan,
            @PublishedValue @PersonalData @Nullable String name) implements Event {}

    record Visitor(@PublishedValue @PersonalData @Nullable String address) {}

    record OfVisitor(@PublishedValue Visitor visitor) implements Event {}

    record OfProps(@PublishedValue JsonNode props) implements Event {}

    record OfMap(@PublishedValue Map<String, String> texts) implements Event {}

    record OfNothing(@PublishedValue List<OfNothingPublished> rows) implements Event {}

    record OfNothingPublished(String text) {}

    record Twice(@PublishedValue FanId fan, @PublishedValue FanId other) implements Event {}

    record Reserved(@PublishedValue long position) implements Event {}

    record NamedTogether(@PublishedValue("ledger") LedgerId ledger) implements Event {}

    private static final Instant AT = Instant.parse("2026-05-01T20:00:00Z");

    @Test
    void marked_components_are_published_under_names_of_the_wire_and_no_other() {
        var booked = new Booked(
                new FanId(7, 42),
                "hash",
                new Seat("A", 3, "code"),
                List.of(new Seat("B", 4, "code")),
                List.of(new TagId(7, 9)),
                new BigDecimal("1E+2"),
                AT,
                ShowState.ACTIVE,
                null);
        Map<String, @Nullable Object> received = PublishedData.of(booked);
        assertThat(received.toString())
                .isEqualTo("{fan_id=42, row=A, number=3, others=[{row=B, number=4}], tags=[9], price=100,"
                        + " at_iso=2026-05-01T20:00:00Z, status=active, guest_id=null}");
    }

    @Test
    void the_fields_of_a_record_that_is_missing_are_null() {
        var booked = new Booked(
                new FanId(7, 42), "hash", null, List.of(), List.of(), BigDecimal.ONE, AT, ShowState.OFF, null);
        assertThat(PublishedData.of(booked))
                .containsEntry("row", null)
                .containsEntry("number", null)
                .containsEntry("others", List.of());
    }

    @Test
    void an_award_is_sent_as_followers_know_it() {
        PointsAwarded award = PointsEventPointsAwardedBuilder.builder()
                .ledger(new LedgerId(new FanId(7, 42), "discs"))
                .fanPointUid("uid")
                .count(5)
                .pointType("vip")
                .source("crm")
                .balance(12L)
                .awardKey("key")
                .sessionHash("hash")
                .build();
        assertThat(PublishedData.of(award))
                .containsEntry("fan_id", 42L)
                .containsEntry("point_uid", "discs")
                .containsEntry("fan_point_uid", "uid")
                .containsEntry("point_count", 5L)
                .containsEntry("balance", 12L)
                .containsEntry("point_type", "vip")
                .containsEntry("point_source", "crm")
                .doesNotContainValue("key")
                .doesNotContainValue("hash");
    }

    @Test
    void a_change_names_the_published_fields_that_it_cleared() {
        var changed = new VenueChanged(
                new VenueId(7, "hall"),
                VenueDetailsBuilder.builder()
                        .timezone(ZoneId.of("Europe/Paris"))
                        .build(),
                List.of("venueName", "countryCode"));
        assertThat(PublishedData.of(changed).toString())
                .isEqualTo("{venue_uid=hall, country_code=null, timezone=Europe/Paris, cleared=[country_code]}");
    }

    @ParameterizedTest
    @ValueSource(classes = {OfName.class, OfVisitor.class})
    void a_personal_component_can_never_be_published(Class<? extends Event> event) {
        assertThatThrownBy(() -> PublishedData.check(event))
                .hasMessageContaining("is @PersonalData and cannot be @PublishedValue");
    }

    @ParameterizedTest
    @ValueSource(
            classes = {OfProps.class, OfMap.class, OfNothing.class, Twice.class, Reserved.class, NamedTogether.class})
    void a_component_without_a_plain_form_or_a_name_of_its_own_is_refused(Class<? extends Event> event) {
        assertThatThrownBy(() -> PublishedData.check(event)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void no_event_publishes_a_personal_component_or_a_hash() {
        assertThat(PublishedData.types()).hasSizeGreaterThan(200);
        PublishedData.types()
                .forEach((type, event) -> assertThat(
                                PublishedData.fields(event).stream().flatMap(PublishedDataTest::components))
                        .as(type)
                        .noneMatch(component -> component.isAnnotationPresent(PersonalData.class))
                        .noneMatch(component ->
                                component.getName().matches("(?i).*(hash|secret|password|code|barcode|lookup).*")
                                        && !component.getName().matches("countryCode|codes")));
    }

    @Test
    void a_name_means_values_of_one_kind_in_all_events() {
        Map<String, String> kinds = new TreeMap<>();
        PublishedData.types().values().stream()
                .map(PublishedData::fields)
                .flatMap(List::stream)
                .forEach(field -> assertThat(kinds.merge(field.name(), kind(field), (one, other) -> one))
                        .as(field.name())
                        .isEqualTo(kind(field)));
        assertThat(kinds).containsEntry("fan_id", "[integer]false").hasSizeGreaterThan(100);
    }

    private static String kind(PublishedField field) {
        Class<?> type = field.type();
        String kind = type == boolean.class || type == Boolean.class
                ? "boolean"
                : type == BigDecimal.class || type == Double.class || type == double.class
                        ? "number"
                        : type.isPrimitive() || Number.class.isAssignableFrom(type) ? "integer" : "text";
        return "[" + kind + "]" + field.isList();
    }

    private static Stream<RecordComponent> components(PublishedField field) {
        return Stream.concat(field.path().stream(), field.row().stream().flatMap(PublishedDataTest::components));
    }
}
