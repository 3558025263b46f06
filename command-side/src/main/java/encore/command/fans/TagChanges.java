package encore.command.fans;

import static encore.kernel.Refusal.Kind.RULE;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.Facts;
import encore.kernel.Refusal;
import encore.kernel.StreamId;
import encore.kernel.fans.FanEvent.FanTagsChanged;
import encore.kernel.fans.FanId;
import encore.kernel.tags.RequestedTag;
import encore.kernel.tags.TagEvent.TagMade;
import encore.kernel.tags.TagId;
import encore.kernel.tags.TagName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The changes of a fan's tags by one call, decided before anything is recorded. A tag that does not exist yet is
 * created in the same commit. Of two commands that create one, the second loses its name at the append and then finds
 * the tag.
 */
record TagChanges(FanId fan, List<Long> added, List<Long> removed, List<TagMade> newTags) {

    private static final int MOST = 1_000;

    static TagChanges of(FanId fan, Set<Long> current, List<RequestedTag> requestedTags, Claims claims) {
        var changes = new TagChanges(fan, new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (RequestedTag tag : requestedTags) {
            String owner = claims.ownerOf(claim(fan.account(), tag.name()));
            if (owner != null) {
                changes.change(StreamId.parse(TagId.class, owner).number(), current, tag.isGiven());
            } else if (tag.isGiven()) {
                changes.newTags.add(new TagMade(new TagId(fan.account(), tag.number()), tag.name()));
                changes.added.add(tag.number());
            }
            if (tag.isGiven()) {
                changes.theLimitIsKept(current, "tag_" + tag.name());
            }
        }
        return changes;
    }

    /**
     * Returns the changes by the ids of existing tags.
     *
     * @param requestedTags true gives the tag, false takes it away
     */
    static TagChanges ofIds(FanId fan, Set<Long> current, Map<Long, Boolean> requestedTags) {
        var changes = new TagChanges(fan, new ArrayList<>(), new ArrayList<>(), List.of());
        requestedTags.keySet().stream().sorted().forEach(tag -> {
            boolean isGiven = Boolean.TRUE.equals(requestedTags.get(tag));
            changes.change(tag, current, isGiven);
            if (isGiven) {
                changes.theLimitIsKept(current, "tag_" + tag);
            }
        });
        return changes;
    }

    private void theLimitIsKept(Set<Long> current, String field) {
        if (current.size() + added.size() - removed.size() > MOST) {
            throw new Refusal(RULE, "too-many-tags", field, "A fan has at most 1000 tags.");
        }
    }

    private void change(long tag, Set<Long> current, boolean given) {
        if (given && !current.contains(tag) && !added.contains(tag)) {
            added.add(tag);
        }
        if (!given && current.contains(tag)) {
            removed.add(tag);
        }
    }

    void record(Claims claims, Facts facts) {
        for (TagMade tag : newTags) {
            claims.take(claim(fan.account(), tag.name()), tag.tag());
            facts.record(tag.tag(), tag);
        }
        recordGiven();
    }

    /** Records the changes of a fan's tags where no tag is new. */
    void recordGiven() {
        if (!added.isEmpty() || !removed.isEmpty()) {
            apply(new FanTagsChanged(fan, added, removed));
        }
    }

    static Claim claim(long account, String name) {
        return new Claim(TagName.SPACE, account, TagName.of(name).claimed());
    }
}
