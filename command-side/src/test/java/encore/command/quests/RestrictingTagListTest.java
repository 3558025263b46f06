package encore.command.quests;

import encore.command.AggregateUnderTest;
import encore.kernel.businesses.BusinessId;
import encore.kernel.quests.QuestId;
import encore.kernel.quests.SavedQuest;
import encore.kernel.quests.restrictions.RestrictingTags;
import encore.kernel.quests.restrictions.RestrictingTagsCommand.ReadRestrictingTags;
import encore.kernel.quests.restrictions.RestrictingTagsCommand.ReleaseRestrictingTags;
import encore.kernel.quests.restrictions.RestrictingTagsCommand.ReleaseTagsOfQuest;
import encore.kernel.quests.restrictions.RestrictingTagsCommand.ReserveRestrictingTag;
import encore.kernel.quests.restrictions.RestrictingTagsEvent.RestrictingTagReleased;
import encore.kernel.quests.restrictions.RestrictingTagsEvent.RestrictingTagReserved;
import encore.kernel.quests.restrictions.RestrictingTagsId;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RestrictingTagListTest {

    private static final RestrictingTagsId TAGS = new RestrictingTagsId(7);
    private static final QuestId QUEST = new QuestId(7, 100);
    private static final QuestId OTHER = new QuestId(7, 101);

    private final AggregateUnderTest<RestrictingTagList> tags = new AggregateUnderTest<>(RestrictingTagList.class);

    @BeforeEach
    void the_quests_and_their_business_are_there() {
        tags.streams.open(new BusinessId(7, 5)).open(QUEST).open(OTHER);
    }

    @Test
    void a_tag_is_reserved_each_time_it_is_asked_for() {
        tags.given(reserved(QUEST, "vip"))
                .when(new ReserveRestrictingTag(TAGS, QUEST, 5, "vip"))
                .expectEvents(reserved(QUEST, "vip"))
                .expectResultMessagePayload(new SavedQuest(100));
    }

    @Test
    void a_tag_that_was_reserved_twice_restricts_until_it_is_released_twice() {
        tags.given(reserved(QUEST, "vip"), reserved(QUEST, "vip"), released(QUEST, "vip"))
                .when(new ReadRestrictingTags(TAGS))
                .expectNoEvents()
                .expectResultMessagePayload(new RestrictingTags(Set.of("vip")));
        tags.given(reserved(QUEST, "vip"), reserved(QUEST, "vip"), released(QUEST, "vip"), released(QUEST, "vip"))
                .when(new ReadRestrictingTags(TAGS))
                .expectResultMessagePayload(new RestrictingTags(Set.of()));
    }

    @Test
    void only_what_is_reserved_for_the_quest_is_released() {
        tags.given(reserved(QUEST, "vip"), reserved(OTHER, "crew"))
                .when(new ReleaseRestrictingTags(TAGS, QUEST, List.of("vip", "vip", "crew")))
                .expectEvents(released(QUEST, "vip"));
        tags.givenNoPriorActivity()
                .when(new ReleaseRestrictingTags(TAGS, QUEST, List.of()))
                .expectNoEvents();
        tags.given(reserved(QUEST, "vip"), reserved(QUEST, "crew"), reserved(OTHER, "crew"))
                .when(new ReleaseTagsOfQuest(TAGS, QUEST))
                .expectEvents(released(QUEST, "vip"), released(QUEST, "crew"));
    }

    @Test
    void quests_that_were_deleted_or_never_created_and_those_of_removed_businesses_restrict_nothing() {
        tags.streams.ended(QUEST);
        tags.given(reserved(QUEST, "vip"), reserved(OTHER, "crew"))
                .when(new ReadRestrictingTags(TAGS))
                .expectResultMessagePayload(new RestrictingTags(Set.of("crew")));
        tags.streams.ended(new BusinessId(7, 5));
        tags.given(reserved(QUEST, "vip"), reserved(OTHER, "crew"))
                .when(new ReadRestrictingTags(TAGS))
                .expectResultMessagePayload(new RestrictingTags(Set.of()));
    }

    private static RestrictingTagReserved reserved(QuestId quest, String tagName) {
        return new RestrictingTagReserved(TAGS, quest, 5, tagName);
    }

    private static RestrictingTagReleased released(QuestId quest, String tagName) {
        return new RestrictingTagReleased(TAGS, quest, tagName);
    }
}
