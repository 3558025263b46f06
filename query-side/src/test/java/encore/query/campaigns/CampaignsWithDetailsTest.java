package encore.query.campaigns;

import static encore.query.campaigns.CampaignEvents.campaign;
import static encore.query.campaigns.CampaignEvents.details;
import static encore.query.campaigns.CampaignEvents.named;
import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.businesses.BusinessBuilder;
import encore.kernel.businesses.BusinessQuery.FindBusinesses;
import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.Campaign;
import encore.kernel.campaigns.CampaignDetails;
import encore.kernel.campaigns.CampaignQuery.FindCampaign;
import encore.kernel.campaigns.CampaignQuery.ReadCampaign;
import encore.kernel.quizzes.QuizQuery.FindQuizQuestions;
import encore.kernel.quizzes.QuizQuestion;
import encore.kernel.shows.LiveStatuses;
import encore.kernel.shows.PushedQuestion;
import encore.kernel.shows.ShowQuery.FindLiveStatuses;
import encore.kernel.shows.ShowQuery.FindPushedQuestions;
import encore.kernel.shows.ShowState;
import encore.kernel.tabitems.TabItemQuery.FindShownTabItems;
import encore.query.FakeQueryGateway;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CampaignsWithDetailsTest {

    private static final Instant NOON = Instant.parse("2026-03-05T12:00:00Z");

    private final FakeQueryGateway others = new FakeQueryGateway()
            .on(
                    FindBusinesses.class,
                    query -> List.of(BusinessBuilder.builder()
                            .businessId(5)
                            .legalRules("their rules")
                            .legalTerms("their terms")
                            .businessName("Team")
                            .build()))
            .on(FindShownTabItems.class, query -> List.of())
            .on(
                    FindQuizQuestions.class,
                    query -> List.of(
                            question("late", null, List.of(1)),
                            question("second", 2, List.of(0)),
                            question("first", 1, List.of(1))));

    @Test
    void texts_are_its_own_else_its_businesss() {
        Campaign.Single single = read(5L, details("Spring", null, null, null, "my rules", null), false, NOON);
        assertThat(single.rules()).isEqualTo("my rules");
        assertThat(single.terms()).isEqualTo("their terms");
        assertThat(single.privacy()).isNull();
        assertThat(read(null, named("Spring"), false, NOON).terms()).isNull();
    }

    @Test
    void a_business_that_is_gone_lends_nothing() {
        others.on(FindBusinesses.class, query -> List.of());
        assertThat(read(5L, named("Spring"), false, NOON).terms()).isNull();
    }

    @Test
    void details_come_when_they_are_asked_for_and_never_what_is_right() {
        assertThat(read(null, named("Spring"), false, NOON).quizQuestions()).isNull();
        assertThat(read(null, named("Spring"), false, NOON).tabItems()).isNull();
        Campaign.Single single = read(null, named("Spring"), true, NOON);
        assertThat(single.tabItems()).isEmpty();
        assertThat(single.quizQuestions())
                .extracting(QuizQuestion.PublicQuestion::quizQuestionUid)
                .containsExactly("first", "second", "late");
        assertThat(single.quizQuestions().getFirst())
                .isEqualTo(new QuizQuestion.PublicQuestion(
                        "first", "?", List.of(new QuizQuestion.Option(0, "yes"), new QuizQuestion.Option(1, "no")), 1));
    }

    @Test
    void a_live_campaign_has_the_state_of_its_show_and_shows_only_questions_that_were_pushed() {
        others.on(FindLiveStatuses.class, query -> new LiveStatuses(Map.of(100L, ShowState.ACTIVE)))
                .on(FindPushedQuestions.class, query -> List.of(new PushedQuestion("second", NOON, null)));
        for (AppType type : List.of(AppType.FANXP, AppType.LIVEXP)) {
            others.on(FindCampaign.class, query -> campaign(type, null, named("Spring")));
            Campaign.Single single = new CampaignsWithDetails(others).find(new ReadCampaign(7, 100, true, NOON));
            assertThat(single.liveStatus()).isEqualTo(ShowState.ACTIVE);
            assertThat(single.quizQuestions())
                    .extracting(QuizQuestion.PublicQuestion::quizQuestionUid)
                    .containsExactly("second");
        }
        assertThat(read(null, named("Spring"), true, NOON).liveStatus()).isEqualTo(ShowState.OFF);
    }

    @ParameterizedTest
    @CsvSource({
        "true, , , 2026-03-05T12:00:00Z, true",
        ", , , 2026-03-05T12:00:00Z, true",
        "false, , , 2026-03-05T12:00:00Z, false",
        ", 2026-03-05T12:00:00Z, , 2026-03-05T11:59:59.999Z, false",
        ", 2026-03-05T12:00:00Z, , 2026-03-05T12:00:00Z, true",
        ", , 2026-03-05T12:00:00Z, 2026-03-05T12:00:00.999Z, true",
        ", , 2026-03-05T12:00:00Z, 2026-03-05T12:00:01Z, false",
        "false, 2026-03-05T12:00:00Z, 2026-03-06T12:00:00Z, 2026-03-06T00:00:00Z, false",
    })
    void it_is_active_while_it_is_switched_on_and_runs(
            @Nullable Boolean on, @Nullable Instant start, @Nullable Instant end, Instant now, boolean active) {
        Campaign.Single single = read(null, details("Spring", on, start, end, null, null), false, now);
        assertThat(single.isActive()).isEqualTo(active);
        assertThat(single.isScheduled()).isEqualTo(start != null || end != null);
    }

    private Campaign.Single read(@Nullable Long business, CampaignDetails details, boolean withDetails, Instant now) {
        others.on(FindCampaign.class, query -> campaign(AppType.TRIVIA, business, details));
        return new CampaignsWithDetails(others).find(new ReadCampaign(7, 100, withDetails, now));
    }

    private static QuizQuestion question(String uid, @Nullable Integer position, List<Integer> right) {
        return new QuizQuestion(uid, "?", List.of("yes", "no"), right, 0L, position);
    }
}
