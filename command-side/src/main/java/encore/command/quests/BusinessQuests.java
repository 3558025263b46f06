package encore.command.quests;

import static encore.kernel.Refusal.Kind.CONFLICT;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.command.lists.BoundedStreams;
import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Facts;
import encore.infra.eventstore.Streams;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.businesses.BusinessId;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.quests.BusinessQuestsId;
import encore.kernel.quests.QuestCommand.BeginQuest;
import encore.kernel.quests.QuestCommand.CheckNewQuest;
import encore.kernel.quests.QuestDetails;
import encore.kernel.quests.QuestEvent.QuestCreated;
import encore.kernel.quests.QuestEvent.QuestListed;
import encore.kernel.quests.QuestEvent.QuestUnlisted;
import encore.kernel.quests.QuestId;
import encore.kernel.quests.QuestType;
import encore.kernel.quests.SavedQuest;
import encore.kernel.trackers.NewTracker;
import java.util.LinkedHashSet;
import java.util.List;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** The list of the quests of a business. It begins each quest, and so keeps the bound on their number. */
@Aggregate
class BusinessQuests {

    private static final BoundedStreams BOUND = new BoundedStreams("quests", "quest_title", 1_000);

    @AggregateIdentifier
    private @Nullable BusinessQuestsId id;

    private LinkedHashSet<QuestId> quests = new LinkedHashSet<>();

    BusinessQuests() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    SavedQuest decide(CheckNewQuest command, Streams streams, Claims claims) {
        check(command.begin(), streams, claims);
        BOUND.makeRoom(quests, streams);
        return new SavedQuest(command.quest().number());
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    SavedQuest decide(BeginQuest command, Streams streams, Claims claims, Facts facts) {
        BusinessQuestsId list = new BusinessQuestsId(command.quest().account(), command.businessId());
        QuestDetails details = check(command, streams, claims);
        List<QuestId> ended = BOUND.makeRoom(quests, streams);
        NewTracker tracker = command.questType() == QuestType.LINK_URL ? command.tracker() : null;
        if (tracker != null) {
            QuestTrackers.begin(tracker, command.quest(), claims, facts);
        }
        facts.record(
                command.quest(),
                new QuestCreated(
                        command.quest(),
                        command.businessId(),
                        command.questType(),
                        command.pointUid(),
                        tracker,
                        details));
        ended.forEach(quest -> apply(new QuestUnlisted(list, quest)));
        apply(new QuestListed(list, command.quest()));
        return new SavedQuest(command.quest().number());
    }

    private static QuestDetails check(BeginQuest command, Streams streams, Claims claims) {
        QuestId quest = command.quest();
        streams.mustBeKnown(new BusinessId(quest.account(), command.businessId()));
        theIdIsFree(quest, streams);
        return QuestRules.detailsAfter(
                quest,
                command.businessId(),
                command.questType(),
                QuestDetails.NONE,
                Patch.of(command.details()),
                streams,
                claims);
    }

    /** Quests and campaigns share their numbers. */
    private static void theIdIsFree(QuestId quest, Streams streams) {
        if (streams.firstPosition(quest) != 0
                || streams.firstPosition(new CampaignId(quest.account(), quest.number())) != 0) {
            throw new Refusal(CONFLICT, "quest-id-taken", "A quest or campaign has this id; try again.");
        }
    }

    @EventSourcingHandler
    void evolve(QuestListed event) {
        id = event.quests();
        quests.add(event.quest());
    }

    @EventSourcingHandler
    void evolve(QuestUnlisted event) {
        quests.remove(event.quest());
    }
}
