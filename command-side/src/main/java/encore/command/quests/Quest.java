package encore.command.quests;

import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Facts;
import encore.infra.eventstore.HandlesEndedStreams;
import encore.infra.eventstore.Streams;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.businesses.BusinessId;
import encore.kernel.quests.QuestCommand.AlterQuest;
import encore.kernel.quests.QuestCommand.AlteredQuest;
import encore.kernel.quests.QuestCommand.AnnounceQuestEnd;
import encore.kernel.quests.QuestCommand.AnnounceQuestStart;
import encore.kernel.quests.QuestCommand.CheckQuestChange;
import encore.kernel.quests.QuestCommand.EndQuest;
import encore.kernel.quests.QuestCommand.ReadQuest;
import encore.kernel.quests.QuestDetails;
import encore.kernel.quests.QuestEvent.QuestChanged;
import encore.kernel.quests.QuestEvent.QuestCreated;
import encore.kernel.quests.QuestEvent.QuestDeleted;
import encore.kernel.quests.QuestEvent.QuestEnded;
import encore.kernel.quests.QuestEvent.QuestStarted;
import encore.kernel.quests.QuestId;
import encore.kernel.quests.QuestState;
import encore.kernel.quests.QuestType;
import encore.kernel.quests.SavedQuest;
import encore.kernel.trackers.NewTracker;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/**
 * A quest, begun by {@link BusinessQuests}. Its type, its business and its point type never change. With its business it
 * counts as deleted.
 */
@Aggregate
class Quest {

    @AggregateIdentifier
    private @Nullable QuestId id;

    private long businessId;
    private QuestType questType = QuestType.CUSTOM;
    private String pointUid = "";
    private @Nullable NewTracker tracker;
    private QuestDetails details = QuestDetails.NONE;
    private boolean isDeleted;
    private boolean isStartAnnounced;
    private boolean isEndAnnounced;

    Quest() {}

    @CommandHandler
    SavedQuest decide(CheckQuestChange command, Streams streams, Claims claims) {
        detailsAfter(command.change(), streams, claims);
        return saved();
    }

    @CommandHandler
    AlteredQuest decide(AlterQuest command, Streams streams, Claims claims) {
        QuestDetails after = detailsAfter(command.change(), streams, claims);
        String tagBefore = details.tagName();
        if (!after.equals(details)) {
            apply(QuestChanged.of(loadedId(), Patch.between(details, after)));
        }
        return new AlteredQuest(loadedId().number(), tagBefore, after.tagName());
    }

    @CommandHandler
    SavedQuest decide(EndQuest command, Streams streams, Claims claims, Facts facts) {
        streams.mustBeKnown(business());
        if (command.businessId() != businessId) {
            throw Refusal.unknown("There is no such thing.");
        }
        if (tracker != null) {
            QuestTrackers.end(tracker, loadedId(), streams, claims, facts);
        }
        apply(new QuestDeleted(loadedId()));
        return saved();
    }

    @CommandHandler
    SavedQuest decide(AnnounceQuestStart command) {
        Instant start = details.start();
        if (!isStartAnnounced && start != null && isAt(start, command.start())) {
            apply(new QuestStarted(loadedId()));
        }
        return saved();
    }

    @CommandHandler
    SavedQuest decide(AnnounceQuestEnd command) {
        Instant end = details.end();
        if (!isEndAnnounced && end != null && isAt(end, command.end())) {
            apply(new QuestEnded(loadedId()));
        }
        return saved();
    }

    @CommandHandler
    @HandlesEndedStreams
    QuestState decide(ReadQuest command, Streams streams) {
        return new QuestState(businessId, questType, pointUid, details, isDeleted || !streams.isOpen(business()));
    }

    /** Timers are exact to a millisecond. */
    private static boolean isAt(Instant date, Instant timer) {
        return date.truncatedTo(ChronoUnit.MILLIS).equals(timer.truncatedTo(ChronoUnit.MILLIS));
    }

    private QuestDetails detailsAfter(Patch<QuestDetails> change, Streams streams, Claims claims) {
        streams.mustBeKnown(business());
        return QuestRules.detailsAfter(loadedId(), businessId, questType, details, change, streams, claims);
    }

    private BusinessId business() {
        return new BusinessId(loadedId().account(), businessId);
    }

    private SavedQuest saved() {
        return new SavedQuest(loadedId().number());
    }

    private QuestId loadedId() {
        return Objects.requireNonNull(id, "Axon decides on loaded quests alone");
    }

    @EventSourcingHandler
    void evolve(QuestCreated event) {
        id = event.quest();
        businessId = event.businessId();
        questType = event.questType();
        pointUid = event.pointUid();
        tracker = event.tracker();
        details = event.details();
    }

    @EventSourcingHandler
    void evolve(QuestChanged event) {
        Instant start = details.start();
        Instant end = details.end();
        details = event.patch().applyTo(details);
        isStartAnnounced = isStartAnnounced && Objects.equals(start, details.start());
        isEndAnnounced = isEndAnnounced && Objects.equals(end, details.end());
    }

    @EventSourcingHandler
    void evolve(QuestStarted event) {
        isStartAnnounced = true;
    }

    @EventSourcingHandler
    void evolve(QuestEnded event) {
        isEndAnnounced = true;
    }

    @EventSourcingHandler
    void evolve(QuestDeleted event) {
        isDeleted = true;
    }
}
