package encore.command.quests;

import static encore.command.Refusals.assertRefused;
import static encore.command.Refusals.refusalAsUnknown;
import static encore.command.quests.SampleQuests.QUEST;
import static encore.command.quests.SampleQuests.ROVERS;
import static encore.command.quests.SampleQuests.titled;
import static org.assertj.core.api.Assertions.assertThat;

import encore.command.AggregateUnderTest.OpenStreams;
import encore.command.AnsweringDispatch;
import encore.kernel.Command;
import encore.kernel.Patch;
import encore.kernel.accounts.AccountEvent.AccountOpened;
import encore.kernel.accounts.AccountId;
import encore.kernel.businesses.Business;
import encore.kernel.businesses.BusinessCommand.ReadBusinessPoints;
import encore.kernel.quests.AccessRestriction;
import encore.kernel.quests.QuestCommand.AlterQuest;
import encore.kernel.quests.QuestCommand.AlteredQuest;
import encore.kernel.quests.QuestCommand.BeginQuest;
import encore.kernel.quests.QuestCommand.ChangeQuest;
import encore.kernel.quests.QuestCommand.CheckNewQuest;
import encore.kernel.quests.QuestCommand.CheckQuestChange;
import encore.kernel.quests.QuestCommand.CreateQuest;
import encore.kernel.quests.QuestCommand.DeleteQuest;
import encore.kernel.quests.QuestCommand.EndQuest;
import encore.kernel.quests.QuestDetails;
import encore.kernel.quests.QuestDetailsBuilder;
import encore.kernel.quests.QuestType;
import encore.kernel.quests.SavedQuest;
import encore.kernel.quests.restrictions.RestrictingTagsCommand.ReleaseRestrictingTags;
import encore.kernel.quests.restrictions.RestrictingTagsCommand.ReleaseTagsOfQuest;
import encore.kernel.quests.restrictions.RestrictingTagsCommand.ReserveRestrictingTag;
import encore.kernel.quests.restrictions.RestrictingTagsId;
import encore.kernel.trackers.NewTracker;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class QuestHandlerTest {

    private static final RestrictingTagsId TAGS = new RestrictingTagsId(7);
    private static final NewTracker TRACKER = new NewTracker(900, "abc12345");

    private final OpenStreams streams = new OpenStreams()
            .open(ROVERS)
            .begun(new AccountId(7), new AccountOpened(new AccountId(7), "Rovers", null, "cents"))
            .begun(QUEST, SampleQuests.created(QUEST, 5));
    private final AnsweringDispatch dispatch = new AnsweringDispatch(this::answer);
    private final List<Command<?>> sent = dispatch.sent;
    private @Nullable String pointsOfTheBusiness = "discs";
    private AlteredQuest altered = new AlteredQuest(100, null, null);

    @Test
    void a_new_quest_keeps_the_point_type_of_its_business_else_that_of_the_account() {
        create(titled());
        assertThat(sent).containsExactly(new ReadBusinessPoints(ROVERS), begin("discs", titled()));
        pointsOfTheBusiness = null;
        create(titled());
        assertThat(sent).last().isEqualTo(begin("cents", titled()));
    }

    @Test
    void a_tag_is_reserved_before_a_quest_is_restricted_by_it() {
        QuestDetailsBuilder restricted =
                titled().accessRestrictionType(AccessRestriction.TAG).tagName(" VIP ");
        create(restricted);
        assertThat(sent)
                .containsExactly(
                        new ReadBusinessPoints(ROVERS),
                        new CheckNewQuest(begin("discs", restricted)),
                        new ReserveRestrictingTag(TAGS, QUEST, 5, "vip"),
                        begin("discs", restricted));
    }

    @Test
    void a_tag_that_does_not_restrict_is_not_reserved() {
        create(titled().tagName("vip"));
        create(titled().accessRestrictionType(AccessRestriction.TAG));
        assertThat(sent).noneMatch(ReserveRestrictingTag.class::isInstance);
    }

    @Test
    void a_business_that_is_not_there_is_unknown() {
        streams.ended(ROVERS);
        assertRefused(() -> create(titled()), refusalAsUnknown());
        assertThat(sent).isEmpty();
    }

    @Test
    void a_change_reserves_its_tag_first_and_releases_the_tag_before_last() {
        altered = new AlteredQuest(100, "Crew", "VIP");
        Patch<QuestDetails> change = Patch.of(
                QuestDetailsBuilder.builder(QuestDetails.NONE).tagName("VIP").build());
        change(change);
        assertThat(sent)
                .containsExactly(
                        new CheckQuestChange(QUEST, change),
                        new ReserveRestrictingTag(TAGS, QUEST, 5, "vip"),
                        new AlterQuest(QUEST, change),
                        new ReleaseRestrictingTags(TAGS, QUEST, List.of("crew")));
    }

    @Test
    void a_change_without_a_tag_reserves_none() {
        altered = new AlteredQuest(100, "Crew", null);
        Patch<QuestDetails> change = Patch.of(
                QuestDetailsBuilder.builder(QuestDetails.NONE).isDisabled(true).build());
        change(change);
        assertThat(sent)
                .containsExactly(
                        new AlterQuest(QUEST, change), new ReleaseRestrictingTags(TAGS, QUEST, List.of("crew")));
    }

    @Test
    void the_same_tag_again_is_released_once_so_that_one_reservation_stays() {
        altered = new AlteredQuest(100, "vip", "VIP");
        change(Patch.of(
                QuestDetailsBuilder.builder(QuestDetails.NONE).tagName("VIP").build()));
        assertThat(sent).last().isEqualTo(new ReleaseRestrictingTags(TAGS, QUEST, List.of("vip")));
    }

    @Test
    void a_tag_that_the_quest_ignores_is_released_again() {
        change(Patch.of(
                QuestDetailsBuilder.builder(QuestDetails.NONE).tagName("VIP").build()));
        assertThat(sent).last().isEqualTo(new ReleaseRestrictingTags(TAGS, QUEST, List.of("vip")));
    }

    @Test
    void a_deleted_quest_releases_its_tags_afterwards() {
        new QuestHandler().decide(new DeleteQuest(QUEST, 5), dispatch);
        assertThat(sent).containsExactly(new EndQuest(QUEST, 5), new ReleaseTagsOfQuest(TAGS, QUEST));
    }

    private void create(QuestDetailsBuilder details) {
        new QuestHandler()
                .decide(new CreateQuest(QUEST, 5, QuestType.CUSTOM, details.build(), TRACKER), streams, dispatch);
    }

    private void change(Patch<QuestDetails> change) {
        new QuestHandler().decide(new ChangeQuest(QUEST, change, SampleQuests.NOON), streams, dispatch);
    }

    private static BeginQuest begin(String pointUid, QuestDetailsBuilder details) {
        return new BeginQuest(QUEST, 5, QuestType.CUSTOM, pointUid, details.build(), TRACKER);
    }

    /** Answers the commands as their aggregates would. */
    private Object answer(Command<?> command) {
        return switch (command) {
            case ReadBusinessPoints business -> new Business.Points(pointsOfTheBusiness);
            case AlterQuest quest -> altered;
            default -> new SavedQuest(100);
        };
    }
}
