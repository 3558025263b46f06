package encore.command.quests;

import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.infra.eventstore.Streams;
import encore.kernel.StreamId;
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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/**
 * The tags of an account that restrict quests. A tag is reserved before it restricts a quest and released afterwards, so
 * at no moment can a fan take a tag that opens a quest. Deleted quests do not count, whether or not their tags were
 * released (ADR 109).
 */
@Aggregate
class RestrictingTagList {

    @AggregateIdentifier
    private @Nullable RestrictingTagsId id;

    private Map<String, ReservedTags> byQuest = new LinkedHashMap<>();

    RestrictingTagList() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    SavedQuest decide(ReserveRestrictingTag command) {
        apply(new RestrictingTagReserved(command.tags(), command.quest(), command.businessId(), command.tagName()));
        return new SavedQuest(command.quest().number());
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    SavedQuest decide(ReleaseRestrictingTags command) {
        List<String> left = new ArrayList<>(tagsOf(command.quest()));
        for (String tagName : command.tagNames()) {
            if (left.remove(tagName)) {
                apply(new RestrictingTagReleased(command.tags(), command.quest(), tagName));
            }
        }
        return new SavedQuest(command.quest().number());
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    SavedQuest decide(ReleaseTagsOfQuest command) {
        for (String tagName : tagsOf(command.quest())) {
            apply(new RestrictingTagReleased(command.tags(), command.quest(), tagName));
        }
        return new SavedQuest(command.quest().number());
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    RestrictingTags decide(ReadRestrictingTags command, Streams streams) {
        Set<String> tagNames = byQuest.entrySet().stream()
                .filter(entry -> isOpen(StreamId.parse(QuestId.class, entry.getKey()), entry.getValue(), streams))
                .flatMap(entry -> entry.getValue().tagNames().stream())
                .collect(Collectors.toSet());
        return new RestrictingTags(tagNames);
    }

    private static boolean isOpen(QuestId quest, ReservedTags reservedTags, Streams streams) {
        return streams.isOpen(quest) && streams.isOpen(new BusinessId(quest.account(), reservedTags.businessId()));
    }

    /** Returns a copy of the tags that are reserved for a quest. */
    private List<String> tagsOf(QuestId quest) {
        ReservedTags reservedTags = byQuest.get(quest.toString());
        return reservedTags == null ? List.of() : reservedTags.tagNames();
    }

    @EventSourcingHandler
    void evolve(RestrictingTagReserved event) {
        id = event.tags();
        List<String> now = new ArrayList<>(tagsOf(event.quest()));
        now.add(event.tagName());
        byQuest.put(event.quest().toString(), new ReservedTags(event.businessId(), now));
    }

    @EventSourcingHandler
    void evolve(RestrictingTagReleased event) {
        ReservedTags before = byQuest.get(event.quest().toString());
        if (before == null) {
            return;
        }
        List<String> now = new ArrayList<>(before.tagNames());
        now.remove(event.tagName());
        if (now.isEmpty()) {
            byQuest.remove(event.quest().toString());
        } else {
            byQuest.put(event.quest().toString(), new ReservedTags(before.businessId(), now));
        }
    }

    /** The tags that are reserved for a quest; one stands here as often as it is reserved. */
    record ReservedTags(long businessId, List<String> tagNames) {
        ReservedTags {
            tagNames = List.copyOf(tagNames);
        }
    }
}
