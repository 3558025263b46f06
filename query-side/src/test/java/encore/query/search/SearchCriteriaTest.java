package encore.query.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.kernel.Event;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.activities.ActivityDetails;
import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import encore.kernel.activities.ActivityEventActivityRecordedBuilder;
import encore.kernel.activities.ActivityId;
import encore.kernel.fans.FanEvent.FanConsentChanged;
import encore.kernel.fans.FanEvent.FanCurated;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanEvent.FanProfileChanged;
import encore.kernel.fans.FanEvent.FanRegistered;
import encore.kernel.fans.FanEvent.FanTagsChanged;
import encore.kernel.fans.FanId;
import encore.kernel.fans.FanQuery.FindMatchingFans;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.CurationBuilder;
import encore.kernel.fans.profile.Profile;
import encore.kernel.fans.profile.ProfileBuilder;
import encore.kernel.identifiers.IdentifierEvent.IdentifierAdded;
import encore.kernel.identifiers.IdentifierEvent.IdentifierRemoved;
import encore.kernel.identifiers.IdentifierEvent.IdentifiersForgotten;
import encore.kernel.identifiers.IdentifiersId;
import encore.kernel.idols.IdolId;
import encore.kernel.idols.IdolProfile;
import encore.kernel.idols.IdolProfileBuilder;
import encore.kernel.idols.IdolsEvent.IdolAdded;
import encore.kernel.idols.IdolsEvent.IdolChanged;
import encore.kernel.idols.IdolsEvent.IdolRemoved;
import encore.kernel.likings.LikingEvent.FanIdolAdded;
import encore.kernel.likings.LikingEvent.FanIdolRemoved;
import encore.kernel.likings.LikingsId;
import encore.kernel.relations.RelationEvent.RelationBegun;
import encore.kernel.relations.RelationEvent.RelationEnded;
import encore.kernel.relations.RelationId;
import encore.kernel.relations.RelationKind;
import encore.kernel.search.FanCriteria.ActiveDays;
import encore.kernel.search.FanCriteria.LabelCriteria;
import encore.kernel.search.FanCriteria.Radius;
import encore.kernel.search.FanCriteriaActiveDaysBuilder;
import encore.kernel.search.FanFilter;
import encore.kernel.tags.TagEvent.TagMade;
import encore.kernel.tags.TagId;
import encore.query.ProjectionUnderTest;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests each criterion with fans who differ in that property only. */
class SearchCriteriaTest {

    private static final LocalDate TODAY = LocalDate.parse("2026-03-05");

    private final ProjectionUnderTest<FanIndexProjection> index = new ProjectionUnderTest<>(FanIndexProjection::new);

    @AfterEach
    void close() {
        index.close();
    }

    @Test
    void values_of_an_erased_fan_alone_are_in_no_image() {
        given(
                joined(1, profile("other", null, "Mordor", "98765", "palantir", null, null)),
                joined(2, profile("other", null, "MA", "02101", "web", null, null)));
        assertThat(index.image()).contains("Mordor", "98765", "palantir", "other", "02101");
        given(new FanErased(fan(1)));
        assertThat(index.image()).doesNotContain("Mordor", "98765", "palantir").contains("other", "02101");
        given(joined(3, profile("other", null, "Mordor", "02101", "web", null, null)));
        assertThat(found(all -> all.provinces = List.of("Mordor"))).containsExactly(3L);
        assertThat(index.image()).contains("Mordor");
    }

    @Test
    void fans_are_found_by_their_own_statements() {
        given(joined(1, profile("other", null, "MA", "02101", "web", null, null)), joined(2, Profile.EMPTY));
        assertThat(found(all -> all.gender = "other")).containsExactly(1L);
        assertThat(found(all -> all.source = "web")).containsExactly(1L);
        assertThat(found(all -> all.provinces = List.of("NY", "MA"))).containsExactly(1L);
        assertThat(found(all -> all.postalCodes = List.of("1", "02101"))).containsExactly(1L);
        assertThat(found(all -> all.provinces = List.of("NY"))).isEmpty();
        assertThat(found(all -> {})).containsExactly(1L, 2L);
        given(FanProfileChanged.of(fan(1), new Patch<>(Profile.EMPTY, Set.of("province", "gender"))));
        assertThat(found(all -> all.provinces = List.of("NY", "MA"))).isEmpty();
        assertThat(found(all -> all.only = List.of(FanFilter.GENDER))).isEmpty();
    }

    @Test
    void fans_are_found_by_statements_of_staff() {
        given(
                joined(1, Profile.EMPTY),
                joined(2, Profile.EMPTY),
                FanCurated.of(
                        fan(1),
                        Patch.of(CurationBuilder.builder()
                                .rating(5)
                                .metroArea("Boston")
                                .build())));
        assertThat(found(all -> all.rating = 5)).containsExactly(1L);
        assertThat(found(all -> all.rating = 4)).isEmpty();
        assertThat(found(all -> all.metroAreas = List.of("Boston", "Graz"))).containsExactly(1L);
    }

    @Test
    void a_radius_is_around_a_point_or_around_the_fans_of_a_postal_code() {
        given(
                joined(1, place("02101", 42.36, -71.06)),
                joined(2, place("02102", 42.40, -71.10)),
                joined(3, place("10001", 40.75, -73.99)));
        assertThat(found(all -> all.radius = new Radius(42.36, -71.06, 20.0))).containsExactly(1L, 2L);
        assertThat(found(all -> all.radius = new Radius(42.36, -71.06, 1.0))).containsExactly(1L);
        assertThat(around(new Radius(42.36, -71.06, 20.0), "02102")).containsExactly(2L);
        assertThat(around(new Radius(null, null, 20.0), "02101")).containsExactly(1L, 2L);
        assertThatThrownBy(() -> around(new Radius(null, null, 20.0), "99999"))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.field()).isEqualTo("fan_postal_codes"));
        given(joined(4, place("02101", 40.75, -73.99)), new FanErased(fan(1)));
        assertThat(around(new Radius(null, null, 20.0), "02101")).containsExactly(3L, 4L);
    }

    @Test
    void the_middle_of_a_postal_code_can_lie_on_the_date_line() {
        given(
                joined(1, place("F1", -17.0, 179.9)),
                joined(2, place("F1", -17.0, -179.9)),
                joined(3, place("F2", -17.0, 0)));
        assertThat(around(new Radius(null, null, 20.0), "F1")).containsExactly(1L, 2L);
    }

    @Test
    void ages_are_whole_years_on_the_day_of_the_search() {
        given(joined(1, born("2000-03-05")), joined(2, born("2000-03-06")), joined(3, Profile.EMPTY));
        assertThat(found(all -> all.youngest = 26)).containsExactly(1L);
        assertThat(found(all -> all.oldest = 25)).containsExactly(2L);
        assertThat(found(all -> all.oldest = 26)).containsExactly(1L, 2L);
        assertThat(found(TODAY.plusDays(1), all -> all.oldest = 25)).isEmpty();
    }

    @Test
    void days_of_registration_are_inclusive() {
        index.at(Instant.parse("2026-03-01T23:59:59.999Z"));
        given(joined(1, Profile.EMPTY));
        index.at(Instant.parse("2026-03-02T00:00:00Z"));
        given(joined(2, Profile.EMPTY));
        assertThat(found(all -> all.createdTo = LocalDate.parse("2026-03-01"))).containsExactly(1L);
        assertThat(found(all -> all.createdFrom = LocalDate.parse("2026-03-02")))
                .containsExactly(2L);
        assertThat(found(all -> all.createdFrom = all.createdTo = LocalDate.parse("2026-03-03")))
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource(FanFilter.class)
    void each_filter_parts_the_fans_who_have_something_from_those_who_have_not(FanFilter filter) {
        var full = ProfileBuilder.builder()
                .email("a@x.example")
                .phone("+12025550101")
                .gender("other")
                .birthDate(LocalDate.EPOCH)
                .latitude(1.0)
                .longitude(2.0)
                .countryCode("US")
                .province("MA")
                .city("Boston")
                .postalCode("02101")
                .fanSource("web")
                .build();
        given(
                new FanRegistered(fan(1), full, consent(true)),
                FanCurated.of(
                        fan(1),
                        Patch.of(CurationBuilder.builder().metroArea("Boston").build())),
                joined(2, Profile.EMPTY),
                new FanRegistered(fan(3), Profile.EMPTY, consent(false)),
                new FanRegistered(fan(4), full, consent(true)),
                new FanErased(fan(4)));
        assertThat(found(all -> all.only = List.of(filter))).containsExactly(1L);
        assertThat(found(all -> all.notOnly = List.of(filter))).containsExactly(2L, 3L);
        assertThat(found(all -> all.only = all.notOnly = List.of(filter))).isEmpty();
        given(FanConsentChanged.of(fan(3), Patch.of(consent(true))));
        assertThat(found(all -> all.only = List.of(FanFilter.IS_OPTOUT))).containsExactly(1L, 3L);
    }

    @Test
    void networks_are_those_that_a_fan_still_has_a_name_on() {
        given(
                joined(1, Profile.EMPTY),
                joined(2, Profile.EMPTY),
                new IdentifierAdded(names(1), "portal", "a", null),
                new IdentifierAdded(names(1), "portal", "b", null),
                new IdentifierAdded(names(2), "radio", "a", null));
        assertThat(found(all -> all.networks = List.of("portal", "none"))).containsExactly(1L);
        assertThat(found(all -> all.networks = List.of("portal", "radio"))).containsExactly(1L, 2L);
        given(new IdentifierRemoved(names(1), "portal", "a", null), new IdentifiersForgotten(names(2)));
        assertThat(found(all -> all.networks = List.of("portal", "radio"))).containsExactly(1L);
        given(new IdentifierRemoved(names(1), "portal", "b", null));
        assertThat(found(all -> all.networks = List.of("portal", "radio"))).isEmpty();
    }

    @Test
    void tags_are_compared_without_case_and_their_relations_reach_one_step() {
        given(
                joined(1, Profile.EMPTY),
                joined(2, Profile.EMPTY),
                joined(3, Profile.EMPTY),
                new TagMade(new TagId(7, 10), "VIP"),
                new TagMade(new TagId(7, 11), "press"),
                new TagMade(new TagId(7, 12), "crew"),
                new FanTagsChanged(fan(1), List.of(10L), List.of()),
                new FanTagsChanged(fan(2), List.of(11L), List.of()),
                new FanTagsChanged(fan(3), List.of(12L), List.of()),
                new RelationBegun(RelationId.between(RelationKind.TAG, 7, "11", "10")),
                new RelationBegun(RelationId.between(RelationKind.TAG, 7, "11", "12")));
        assertThat(found(all -> all.tags = new LabelCriteria(List.of("vip", "none"), false)))
                .containsExactly(1L);
        assertThat(found(all -> all.tags = new LabelCriteria(List.of("vip"), true)))
                .containsExactly(1L, 2L);
        given(
                new FanTagsChanged(fan(1), List.of(), List.of(10L)),
                new RelationEnded(RelationId.between(RelationKind.TAG, 7, "11", "12")),
                new RelationBegun(RelationId.between(RelationKind.IDOL, 7, "11", "12")));
        assertThat(found(all -> all.tags = new LabelCriteria(List.of("vip"), true)))
                .containsExactly(2L);
        assertThat(found(all -> all.tags = new LabelCriteria(List.of("crew"), true)))
                .containsExactly(3L);
        assertThat(found(all -> all.tags = new LabelCriteria(List.of("none"), true)))
                .isEmpty();
    }

    @Test
    void a_deleted_idol_relates_to_nothing() {
        var tigers = new IdolId(7, "t");
        var lions = new IdolId(7, "l");
        given(
                joined(1, Profile.EMPTY),
                joined(2, Profile.EMPTY),
                new IdolAdded(tigers, called("Tigers")),
                new IdolAdded(lions, called("Lions")),
                new FanIdolAdded(new LikingsId(fan(1)), "t", true),
                new FanIdolAdded(new LikingsId(fan(2)), "l", true),
                new RelationBegun(RelationId.between(RelationKind.IDOL, 7, "t", "l")));
        assertThat(found(all -> all.idols = new LabelCriteria(List.of("tigers"), true)))
                .containsExactly(1L, 2L);
        given(new IdolRemoved(lions));
        assertThat(found(all -> all.idols = new LabelCriteria(List.of("tigers"), true)))
                .containsExactly(1L);
    }

    @Test
    void idols_are_found_by_their_present_names() {
        var tigers = new IdolId(7, "t");
        given(
                joined(1, Profile.EMPTY),
                joined(2, Profile.EMPTY),
                new IdolAdded(tigers, called("Tigers")),
                new FanIdolAdded(new LikingsId(fan(1)), "t", true));
        assertThat(found(all -> all.idols = new LabelCriteria(List.of("tigers"), false)))
                .containsExactly(1L);
        given(new IdolChanged(tigers, called("Lions")));
        assertThat(found(all -> all.idols = new LabelCriteria(List.of("Tigers"), false)))
                .isEmpty();
        assertThat(found(all -> all.idols = new LabelCriteria(List.of("lions"), false)))
                .containsExactly(1L);
        given(new FanIdolRemoved(new LikingsId(fan(1)), "t"), new FanIdolAdded(new LikingsId(fan(2)), "t", false));
        assertThat(found(all -> all.idols = new LabelCriteria(List.of("lions"), false)))
                .containsExactly(2L);
        given(new IdolRemoved(tigers));
        assertThat(found(all -> all.idols = new LabelCriteria(List.of("lions"), false)))
                .isEmpty();
    }

    private static IdolProfile called(String name) {
        return IdolProfileBuilder.builder().idolName(name).labelNames(List.of()).build();
    }

    @Test
    void active_is_whose_activity_was_recorded_on_such_a_day_and_inactive_everybody_else() {
        given(joined(1, Profile.EMPTY), joined(2, Profile.EMPTY), joined(3, Profile.EMPTY), joined(4, Profile.EMPTY));
        index.at(Instant.parse("2026-01-31T23:59:59Z"));
        given(did(1));
        index.at(Instant.parse("2026-03-04T00:00:00Z"));
        given(did(2), did(4), new FanErased(fan(4)));
        assertThat(found(all -> all.active =
                        FanCriteriaActiveDaysBuilder.builder().days(1).build()))
                .isEmpty();
        assertThat(found(all -> all.active =
                        FanCriteriaActiveDaysBuilder.builder().days(2).build()))
                .containsExactly(2L);
        assertThat(found(all -> all.active =
                        FanCriteriaActiveDaysBuilder.builder().days(34).build()))
                .containsExactly(1L, 2L);
        assertThat(found(all -> all.active = new ActiveDays(null, 2, null, null)))
                .containsExactly(1L, 3L);
        assertThat(found(all -> all.active = new ActiveDays(34, 33, null, null)))
                .containsExactly(1L);
        assertThat(found(all -> all.active = window("2026-01-31", "2026-02-28")))
                .containsExactly(1L);
        assertThat(found(all -> all.active = window("2026-02-01", null))).containsExactly(2L);
        assertThat(found(all -> all.active = window(null, "2026-03-03"))).containsExactly(1L);
        assertThat(found(
                        TODAY.plusDays(1),
                        all -> all.active =
                                FanCriteriaActiveDaysBuilder.builder().days(2).build()))
                .isEmpty();
    }

    @Test
    void a_search_is_walked_by_id_and_passes_over_who_came_later() {
        given(joined(10, Profile.EMPTY), joined(30, Profile.EMPTY), joined(20, Profile.EMPTY));
        given(joined(25, Profile.EMPTY), joined(5, Profile.EMPTY));
        var all = new CriteriaBuilder().said();
        var first = new FindMatchingFans(7, all, TODAY, 3, 0, null, 2);
        assertThat(index.projection().find(first)).containsExactly(10L, 20L);
        var second = new FindMatchingFans(7, all, TODAY, 3, 20, null, 2);
        assertThat(index.projection().find(second)).containsExactly(30L);
        var some = new FindMatchingFans(7, all, TODAY, 9, 0, List.of(5L, 30L, 31L), 9);
        assertThat(index.projection().find(some)).containsExactly(5L, 30L);
        var theirs = new FindMatchingFans(8, all, TODAY, 9, 0, null, 9);
        assertThat(index.projection().find(theirs)).isEmpty();
    }

    @Test
    void a_criterion_that_is_said_ten_thousand_times_is_one() {
        given(joined(1, Profile.EMPTY));
        assertThat(found(all -> all.notOnly = Collections.nCopies(9_999, FanFilter.LATITUDE)))
                .containsExactly(1L);
    }

    private void given(Event... events) {
        index.given(events);
    }

    private List<Long> around(Radius radius, String postalCode) {
        return found(all -> {
            all.radius = radius;
            all.postalCodes = List.of(postalCode);
        });
    }

    private List<Long> found(Consumer<CriteriaBuilder> wanted) {
        return found(TODAY, wanted);
    }

    private List<Long> found(LocalDate today, Consumer<CriteriaBuilder> wanted) {
        CriteriaBuilder criteriaBuilder = new CriteriaBuilder();
        wanted.accept(criteriaBuilder);
        return index.projection()
                .find(new FindMatchingFans(7, criteriaBuilder.said(), today, Long.MAX_VALUE - 1, 0, null, 100));
    }

    private static ActiveDays window(@Nullable String from, @Nullable String to) {
        return new ActiveDays(
                null, null, from == null ? null : LocalDate.parse(from), to == null ? null : LocalDate.parse(to));
    }

    private static FanId fan(long number) {
        return new FanId(7, number);
    }

    private static IdentifiersId names(long number) {
        return new IdentifiersId(fan(number));
    }

    private static ActivityRecorded did(long number) {
        return ActivityEventActivityRecordedBuilder.builder()
                .activity(new ActivityId(7, "uid"))
                .fan(fan(number))
                .properties(List.of())
                .details(ActivityDetails.ofConsent(Consent.EMPTY))
                .build();
    }

    private static FanRegistered joined(long number, Profile profile) {
        return new FanRegistered(fan(number), profile, Consent.EMPTY);
    }

    private static Consent consent(boolean all) {
        return new Consent(all, all, all, null, null, List.of(), List.of());
    }

    private static Profile born(String day) {
        return ProfileBuilder.builder().birthDate(LocalDate.parse(day)).build();
    }

    private static Profile place(String postalCode, double latitude, double longitude) {
        return profile(null, null, null, postalCode, null, latitude, longitude);
    }

    private static Profile profile(
            @Nullable String gender,
            @Nullable String country,
            @Nullable String province,
            @Nullable String postalCode,
            @Nullable String source,
            @Nullable Double latitude,
            @Nullable Double longitude) {
        return ProfileBuilder.builder()
                .gender(gender)
                .latitude(latitude)
                .longitude(longitude)
                .countryCode(country)
                .province(province)
                .postalCode(postalCode)
                .fanSource(source)
                .build();
    }
}
