package encore.query.campaignstats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.eventstore.RecordedEvent;
import encore.kernel.Patch;
import encore.kernel.activities.ActivityDetails;
import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import encore.kernel.activities.ActivityEventActivityRecordedBuilder;
import encore.kernel.activities.ActivityId;
import encore.kernel.campaignstats.CampaignStatsQuery.CountEntries;
import encore.kernel.campaignstats.CampaignStatsQuery.CountFans;
import encore.kernel.campaignstats.EntryCounts;
import encore.kernel.campaignstats.FanCounts;
import encore.kernel.campaignstats.PlaceFanCount;
import encore.kernel.fans.FanEvent.FanConsentChanged;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanEvent.FanProfileChanged;
import encore.kernel.fans.FanEvent.FanRegistered;
import encore.kernel.fans.FanId;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.ConsentBuilder;
import encore.kernel.fans.profile.Profile;
import encore.kernel.fans.profile.ProfileBuilder;
import encore.kernel.time.Days;
import encore.query.OverdueQuery;
import encore.query.ProjectionUnderTest;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EntriesProjectionTest {

    private static final LocalDate FIRST = LocalDate.of(2026, 3, 1);

    private final ProjectionUnderTest<EntriesProjection> entries = new ProjectionUnderTest<>(EntriesProjection::new);

    @AfterEach
    void close() {
        entries.close();
    }

    @Test
    void a_fan_counts_once_in_each_window_of_whole_days() {
        entries.given(entered(9, 42, false))
                .at(Instant.parse("2026-03-01T23:59:59.999Z"))
                .given(entered(9, 43, true), entered(9, 42, true), entered(8, 44, true), entered(null, 45, true))
                .at(Instant.parse("2026-03-03T00:00:00Z"))
                .given(entered(9, 42, true));
        eachWay(projection -> {
            assertThat(counts(projection, null, null)).isEqualTo(new Counts(4, 2, 3));
            assertThat(counts(projection, FIRST, FIRST)).isEqualTo(new Counts(2, 2, 1));
            assertThat(counts(projection, FIRST.plusDays(1), FIRST.plusDays(1))).isEqualTo(new Counts(1, 1, 1));
            assertThat(counts(projection, FIRST.plusDays(1), null)).isEqualTo(new Counts(2, 1, 2));
            assertThat(counts(projection, null, FIRST.minusDays(1))).isEqualTo(new Counts(0, 0, 0));
            assertThat(counts(projection, FIRST.plusDays(3), FIRST.plusDays(2))).isEqualTo(new Counts(0, 0, 0));
        });
    }

    @Test
    void an_entry_counts_on_the_day_of_its_own_time() {
        entries.given(
                entered(9, 42, true),
                at("2020-02-29T23:59:59Z", entered(9, 42, true)),
                at("2020-03-01T00:00:00Z", entered(9, 43, false)),
                at("2019-12-31T12:00:00Z", entered(9, 44, true)),
                at("2026-03-01T00:00:00Z", entered(9, 45, true)),
                entered(9, 43, false));
        entries.given(at("2030-01-01T00:00:00Z", entered(9, 46, false)));
        LocalDate leapDay = LocalDate.parse("2020-02-29");
        eachWay(projection -> {
            assertThat(counts(projection, null, null)).isEqualTo(new Counts(7, 5, 4));
            assertThat(counts(projection, FIRST, FIRST)).isEqualTo(new Counts(4, 4, 2));
            assertThat(counts(projection, leapDay, leapDay)).isEqualTo(new Counts(1, 1, 1));
            assertThat(counts(projection, leapDay, leapDay.plusDays(1))).isEqualTo(new Counts(2, 2, 1));
            assertThat(counts(projection, null, leapDay)).isEqualTo(new Counts(2, 2, 2));
            assertThat(counts(projection, leapDay.plusDays(2), FIRST.minusDays(1)))
                    .isEqualTo(new Counts(0, 0, 0));
        });
        try (var again = entries.replayed()) {
            assertThat(again.checksums()).isEqualTo(entries.checksums());
        }
    }

    private static ActivityRecorded at(String effectiveAt, ActivityRecorded entry) {
        return ActivityEventActivityRecordedBuilder.builder(entry)
                .effectiveAt(Instant.parse(effectiveAt))
                .build();
    }

    @Test
    void campaigns_are_counted_in_the_order_wanted_and_accounts_do_not_meet() {
        entries.given(entered(9, 42, false), entered(8, 42, true));
        eachWay(projection -> {
            assertThat(projection.find(new CountEntries(7, List.of(8L, 5L, 9L), Days.ALL)))
                    .containsExactly(new EntryCounts(8, 1, 1), new EntryCounts(5, 0, 0), new EntryCounts(9, 1, 0));
            assertThat(projection.find(new CountFans(8, 9, Days.ALL))).isEqualTo(FanCounts.ZERO);
        });
    }

    @Test
    void fans_count_by_their_place_and_consent_of_now_whenever_they_entered() {
        entries.given(
                joined(42, place("US", "MA"), consent(true, null)),
                joined(43, place("US", "MA"), consent(null, true)),
                joined(44, place("AT", null), consent(true, true)),
                joined(45, Profile.EMPTY, Consent.EMPTY),
                joined(46, place("US", "MA"), consent(true, true)),
                entered(9, 42, true),
                entered(9, 43, true),
                entered(9, 44, true),
                entered(9, 45, true),
                entered(9, 42, true));
        eachWay(projection -> assertThat(projection.find(new CountFans(7, 9, Days.ALL)))
                .isEqualTo(new FanCounts(5, 4, 3, 2, 2, List.of(of("US", "MA", 2), of("AT", null, 1)))));
        entries.given(
                FanProfileChanged.of(fan(42), new Patch<>(place("CA", null), Set.of("province"))),
                FanConsentChanged.of(fan(42), Patch.of(consent(false, null))),
                FanConsentChanged.of(fan(43), new Patch<>(Consent.EMPTY, Set.of("isPhoneSubscribed"))),
                FanProfileChanged.of(fan(45), Patch.of(place(null, "BC"))),
                FanConsentChanged.of(fan(45), Patch.of(consent(null, true))));
        eachWay(projection -> assertThat(projection.find(new CountFans(7, 9, Days.ALL)))
                .isEqualTo(new FanCounts(
                        5,
                        4,
                        2,
                        2,
                        1,
                        List.of(of("AT", null, 1), of("CA", null, 1), of("US", "MA", 1), of(null, "BC", 1)))));
    }

    @Test
    void an_erased_fan_goes_on_counting_without_place_and_consent() {
        entries.given(
                joined(42, place("US", "MA"), consent(true, true)),
                entered(9, 42, true),
                entered(9, 43, false),
                new FanErased(fan(42)));
        eachWay(projection -> assertThat(projection.find(new CountFans(7, 9, Days.ALL)))
                .isEqualTo(new FanCounts(2, 2, 0, 0, 0, List.of())));
        entries.given(FanProfileChanged.of(fan(42), Patch.of(place("US", "MA"))));
        eachWay(projection -> {
            assertThat(projection.find(new CountFans(7, 9, Days.ALL)).places()).isEmpty();
            assertThat(counts(projection, null, null)).isEqualTo(new Counts(2, 2, 1));
        });
    }

    @Test
    void filled_again_its_documents_are_the_same() {
        entries.given(joined(42, place("US", "MA"), consent(true, true)), entered(9, 42, true))
                .given(FanProfileChanged.of(fan(42), Patch.of(place("AT", null))), entered(9, 42, true));
        try (var again = entries.replayed()) {
            assertThat(again.checksums()).isEqualTo(entries.checksums());
        }
    }

    @Test
    void a_late_event_makes_the_memory_load_anew() {
        entries.given(entered(9, 42, true), entered(9, 43, true));
        var late = new RecordedEvent(
                entered(9, 42, true),
                1,
                ProjectionUnderTest.START,
                "stream",
                0,
                new RecordedEvent.Origin(7, "key", "Command", "request"));
        assertThatThrownBy(() -> entries.projection().apply(List.of(late))).isInstanceOf(IllegalStateException.class);
    }

    private record Counts(long entries, long fans, long optIns) {}

    private static Counts counts(EntriesProjection projection, @Nullable LocalDate from, @Nullable LocalDate to) {
        FanCounts fans = projection.find(new CountFans(7, 9, new Days(from, to)));
        EntryCounts counted = projection
                .find(new CountEntries(7, List.of(9L), new Days(from, to)))
                .getFirst();
        assertThat(counted.entries()).isEqualTo(fans.entries());
        return new Counts(fans.entries(), fans.fans(), counted.optIns());
    }

    @Test
    void where_only_an_erased_fan_was_is_in_no_image() {
        entries.given(
                joined(42, place("US", "Mordor"), consent(true, true)),
                joined(43, place("US", "MA"), consent(true, true)),
                entered(9, 42, true),
                entered(9, 43, true));
        assertThat(entries.image()).contains("Mordor", "MA");
        entries.given(new FanErased(fan(42)));
        assertThat(entries.image()).doesNotContain("Mordor").contains("MA");
        FanCounts counts = entries.projection().find(new CountFans(7, 9, Days.ALL));
        try (var resumed = entries.replayed().resumed()) {
            assertThat(resumed.projection().find(new CountFans(7, 9, Days.ALL))).isEqualTo(counts);
        }
    }

    /** As it is, replayed, loaded from its documents, and read from an image. */
    private void eachWay(Consumer<EntriesProjection> check) {
        check.accept(entries.projection());
        ProjectionUnderTest<EntriesProjection> again = entries.replayed();
        check.accept(again.projection());
        ProjectionUnderTest<EntriesProjection> loaded = again.restarted();
        check.accept(loaded.projection());
        try (var resumed = loaded.resumed()) {
            check.accept(resumed.projection());
        }
    }

    private static ActivityRecorded entered(@Nullable Integer campaign, long fan, boolean optsIn) {
        return new ActivityRecorded(
                new ActivityId(7, "uid"),
                fan(fan),
                "title",
                campaign == null ? null : campaign.longValue(),
                null,
                null,
                List.of(),
                ActivityDetails.ofConsent(consent(optsIn, null)),
                null);
    }

    private static FanRegistered joined(long fan, Profile profile, Consent consent) {
        return new FanRegistered(fan(fan), profile, consent);
    }

    private static FanId fan(long number) {
        return new FanId(7, number);
    }

    private static Profile place(@Nullable String country, @Nullable String province) {
        return ProfileBuilder.builder().countryCode(country).province(province).build();
    }

    private static Consent consent(@Nullable Boolean email, @Nullable Boolean phone) {
        return ConsentBuilder.builder()
                .optedInBusinesses(List.of())
                .optedOutBusinesses(List.of())
                .isSubscribed(email)
                .isPhoneSubscribed(phone)
                .build();
    }

    private static PlaceFanCount of(@Nullable String country, @Nullable String province, long fans) {
        return new PlaceFanCount(country, province, fans);
    }

    @Test
    void a_count_of_fans_stops_when_its_time_is_over() {
        entries.given(joined(42, place("US", "MA"), consent(true, true)), entered(9, 42, true));
        OverdueQuery.assertStopped(() -> entries.projection().find(new CountFans(7, 9, new Days(null, null))));
        assertThat(counts(entries.projection(), null, null)).isEqualTo(new Counts(1, 1, 1));
    }
}
