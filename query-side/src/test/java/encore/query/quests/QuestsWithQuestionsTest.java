package encore.query.quests;

import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.Refusal;
import encore.kernel.quests.DayOrTime;
import encore.kernel.quests.Quest;
import encore.kernel.quests.QuestDetails;
import encore.kernel.quests.QuestDetailsBuilder;
import encore.kernel.quests.QuestQuery.ListEnteredQuests;
import encore.kernel.quests.QuestQuery.ListQuests;
import encore.kernel.quests.QuestType;
import encore.kernel.quizzes.QuizQuery.FindQuizQuestions;
import encore.kernel.quizzes.QuizQuestion;
import encore.kernel.time.AsOf;
import encore.kernel.time.Moment;
import encore.kernel.trackers.NewTracker;
import encore.query.FakeQueryGateway;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class QuestsWithQuestionsTest {

    private static final Instant NOON = Instant.parse("2026-03-05T12:00:00Z");

    private final FakeQueryGateway others = new FakeQueryGateway();
    private final QuestsWithQuestions component = new QuestsWithQuestions(others);

    @BeforeEach
    void a_campaign_has_questions() {
        others.on(
                FindQuizQuestions.class,
                query -> List.of(
                        new QuizQuestion("late", "Who?", List.of("a"), List.of(0), 0L, null),
                        new QuizQuestion("first", "Why?", List.of("a", "b"), List.of(1), 0L, 1)));
    }

    @Test
    void the_dates_and_the_switch_give_the_status() {
        assertThat(shown(QuestType.CUSTOM, titled()).row(null).statusMessage()).isEqualTo("The quest is active.");
        Quest.Row scheduled =
                shown(QuestType.CUSTOM, titled().startDate(day("2026-03-06"))).row(null);
        assertThat(scheduled.status()).isEqualTo(Quest.Status.SCHEDULED);
        assertThat(scheduled.statusMessage()).isEqualTo("The quest starts on 2026-03-06.");
        assertThat(shown(QuestType.CUSTOM, titled().endDate(day("2026-03-05"))).status())
                .isEqualTo(Quest.Status.ACTIVE);
        Quest.Row ended = shown(QuestType.CUSTOM, titled().endDate(day("2026-03-05T12:00:00Z")))
                .row(null);
        assertThat(ended.status()).isEqualTo(Quest.Status.ENDED);
        assertThat(ended.statusMessage()).isEqualTo("The quest ended on 2026-03-05T12:00:00Z.");
        assertThat(shown(QuestType.CUSTOM, titled().isDisabled(true).endDate(day("2026-03-01")))
                        .row(null)
                        .statusMessage())
                .isEqualTo("The quest is switched off.");
    }

    @Test
    void the_message_says_what_keeps_a_quest_from_being_done() {
        assertThat(shown(QuestType.SCAN, titled().scanMinTimestamp(NOON))
                        .row(null)
                        .statusMessage())
                .contains("No scan counts");
        assertThat(shown(QuestType.SCAN, titled().scanMinTimestamp(NOON).scanMaxTimestamp(NOON))
                        .row(null)
                        .statusMessage())
                .isEqualTo("The quest is active.");
        Quest lost = quest(QuestType.CUSTOM, titled(), null, List.of(42L));
        others.on(ListEnteredQuests.class, query -> List.of(lost));
        assertThat(list(null, null).getFirst().row(null).statusMessage()).contains("the required quest 42 was deleted");
    }

    @Test
    void quickpicks_show_the_questions_of_their_campaign_without_right_answers() {
        assertThat(shown(QuestType.QUICKPICKS, titled().targetPageTabId(9L)).quizQuestions())
                .extracting(QuizQuestion.PublicQuestion::quizQuestionUid)
                .containsExactly("first", "late");
        assertThat(shown(QuestType.CAMPAIGN, titled().targetPageTabId(9L)).quizQuestions())
                .isNull();
        others.on(FindQuizQuestions.class, query -> {
            throw Refusal.unknown("It was deleted.");
        });
        assertThat(shown(QuestType.QUICKPICKS, titled().targetPageTabId(9L)).quizQuestions())
                .isEmpty();
    }

    @Test
    void a_link_has_a_short_one_where_the_installation_knows_its_address() {
        Quest link = quest(
                QuestType.LINK_URL, titled().linkUrl("https://x.example"), new NewTracker(3, "abc12345"), List.of());
        others.on(ListEnteredQuests.class, query -> List.of(link));
        Quest.Presentation shown = list(null, null).getFirst();
        assertThat(shown.row("https://fans.example").trackerUrl()).isEqualTo("https://fans.example/t/abc12345");
        assertThat(shown.row(null).trackerUrl()).isNull();
        assertThat(shown.row(null).linkUrl()).isEqualTo("https://x.example");
    }

    @Test
    void a_status_selects_and_an_earlier_moment_decides_on_it() {
        Quest quest = quest(QuestType.CUSTOM, titled().endDate(day("2026-03-04")), null, List.of());
        others.on(ListEnteredQuests.class, query -> List.of(quest));
        assertThat(list(Quest.Status.ENDED, null)).hasSize(1);
        assertThat(list(Quest.Status.ACTIVE, null)).isEmpty();
        Moment before = new Moment(3, Instant.parse("2026-03-01T12:00:00Z"));
        assertThat(list(Quest.Status.ACTIVE, before)).hasSize(1);
    }

    private Quest.Presentation shown(QuestType type, QuestDetailsBuilder details) {
        others.on(ListEnteredQuests.class, query -> List.of(quest(type, details, null, List.of())));
        return list(null, null).getFirst();
    }

    private List<Quest.Presentation> list(Quest.@Nullable Status status, @Nullable Moment then) {
        AsOf asOf = then == null ? null : AsOf.of(then.position());
        return component.find(new ListQuests(7, 5, false, null, status, NOON, asOf), then == null ? Moment.NOW : then);
    }

    private static Quest quest(
            QuestType type, QuestDetailsBuilder details, @Nullable NewTracker tracker, List<Long> lost) {
        return new Quest(7, 100, 5, type, "discs", tracker, details.build(), lost, NOON);
    }

    private static QuestDetailsBuilder titled() {
        return QuestDetailsBuilder.builder(QuestDetails.NONE).questTitle("Go there");
    }

    private static DayOrTime day(String text) {
        return DayOrTime.parse(text);
    }
}
