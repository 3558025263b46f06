package encore.command.quests;

import encore.command.lookups.BusinessPointType;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.businesses.BusinessId;
import encore.kernel.names.Blanks;
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
import encore.kernel.quests.QuestEvent.QuestCreated;
import encore.kernel.quests.QuestId;
import encore.kernel.quests.SavedQuest;
import encore.kernel.quests.restrictions.RestrictingTagsCommand.ReleaseRestrictingTags;
import encore.kernel.quests.restrictions.RestrictingTagsCommand.ReleaseTagsOfQuest;
import encore.kernel.quests.restrictions.RestrictingTagsCommand.ReserveRestrictingTag;
import encore.kernel.quests.restrictions.RestrictingTagsId;
import encore.kernel.tags.TagName;
import java.util.ArrayList;
import java.util.List;
import org.axonframework.commandhandling.CommandHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Creates, changes and deletes quests, and keeps the account's list of tags that restrict them. A tag is reserved before
 * the quest has it, and released after the quest has lost it. Everything that can be refused is checked before the first
 * step that records something.
 */
@Component
class QuestHandler {

    @CommandHandler
    SavedQuest decide(CreateQuest command, Streams streams, Dispatch dispatch) {
        QuestId quest = command.quest();
        streams.mustBeKnown(new BusinessId(quest.account(), command.businessId()));
        BeginQuest begin = new BeginQuest(
                quest,
                command.businessId(),
                command.questType(),
                BusinessPointType.find(quest.account(), command.businessId(), streams, dispatch),
                command.details(),
                command.tracker());
        QuestDetails details = command.details();
        String tag = details.accessRestrictionType() == AccessRestriction.TAG ? claimed(details.tagName()) : null;
        if (tag == null) {
            return dispatch.sendLast(begin);
        }
        dispatch.send(new CheckNewQuest(begin));
        dispatch.send(new ReserveRestrictingTag(tags(quest), quest, command.businessId(), tag));
        return dispatch.sendLast(begin);
    }

    @CommandHandler
    SavedQuest decide(ChangeQuest command, Streams streams, Dispatch dispatch) {
        QuestId quest = command.quest();
        QuestCreated created = streams.firstEvent(quest, QuestCreated.class);
        if (created == null) {
            throw Refusal.unknown("There is no such thing.");
        }
        String given = claimed(command.change().given().tagName());
        if (given != null) {
            dispatch.send(new CheckQuestChange(quest, command.change()));
            dispatch.send(new ReserveRestrictingTag(tags(quest), quest, created.businessId(), given));
        }
        AlteredQuest altered = dispatch.send(new AlterQuest(quest, command.change()));
        List<String> released = new ArrayList<>();
        addIfGiven(released, given);
        addIfGiven(released, claimed(altered.tagBefore()));
        released.remove(claimed(altered.tagAfter()));
        return dispatch.sendLast(new ReleaseRestrictingTags(tags(quest), quest, released));
    }

    @CommandHandler
    SavedQuest decide(DeleteQuest command, Dispatch dispatch) {
        dispatch.send(new EndQuest(command.quest(), command.businessId()));
        return dispatch.sendLast(new ReleaseTagsOfQuest(tags(command.quest()), command.quest()));
    }

    private static RestrictingTagsId tags(QuestId quest) {
        return new RestrictingTagsId(quest.account());
    }

    private static void addIfGiven(List<String> names, @Nullable String name) {
        if (name != null) {
            names.add(name);
        }
    }

    private static @Nullable String claimed(@Nullable String tagName) {
        return tagName == null || Blanks.isBlank(tagName)
                ? null
                : TagName.of(tagName).claimed();
    }
}
