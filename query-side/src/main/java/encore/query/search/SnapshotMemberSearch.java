package encore.query.search;

import static encore.kernel.Refusal.Kind.RULE;
import static encore.kernel.Refusal.Kind.UNKNOWN;

import encore.kernel.Refusal;
import encore.kernel.search.FanCriteria;
import encore.kernel.segments.FanSelection;
import encore.kernel.segments.SegmentQuery.FindSegmentCriteria;
import encore.kernel.segments.SegmentType;
import encore.kernel.snapshots.SnapshotMembers;
import encore.kernel.snapshots.SnapshotQuery.FindMembersOfSelection;
import encore.kernel.snapshots.SnapshotQuery.FindSnapshotMembers;
import encore.kernel.snapshots.SnapshotSource;
import encore.kernel.snapshots.SnapshotSource.OfCriteria;
import encore.kernel.snapshots.SnapshotSource.OfFans;
import encore.kernel.snapshots.SnapshotSource.OfSegment;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import encore.query.search.facts.DeltaIds;
import encore.query.search.index.OutdatedCriteria;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Finds the members of a new snapshot, which is requested by a segment, by criteria or by a list of fans. */
@Component
class SnapshotMemberSearch implements QueryComponent {

    private final QueryGateway queryGateway;

    SnapshotMemberSearch(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @QueryHandler
    SnapshotMembers find(FindSnapshotMembers query) {
        return switch (query.source()) {
            case OfSegment segment -> ofSegment(segment, query);
            case OfCriteria of ->
                findMembers(NameResolver.resolve(query.account(), of.criteria(), queryGateway), query);
            case OfFans fans ->
                requireAll(fans, findMembers(new FanSelection(FanCriteria.any(), fans.fanIds()), query));
        };
    }

    private SnapshotMembers findMembers(FanSelection selection, FindSnapshotMembers query) {
        return queryGateway.ask(new FindMembersOfSelection(query.account(), selection, query.today()));
    }

    private SnapshotMembers ofSegment(OfSegment segment, FindSnapshotMembers query) {
        FanSelection selection =
                NameResolver.resolve(query.account(), segmentCriteria(segment, query.account()), queryGateway);
        try {
            return findMembers(selection, query);
        } catch (Refusal refusal) {
            OutdatedCriteria.rethrowUnlessOutdated(refusal);
            return findMembers(new FanSelection(FanCriteria.any(), List.of()), query);
        }
    }

    /**
     * Finds the criteria of a segment. The segment is not part of the path here, so an unknown one is a broken rule
     * (400).
     */
    private FanCriteria segmentCriteria(OfSegment segment, long account) {
        refuseUnknown("segment_type", () -> SegmentType.of(segment.segmentType()));
        return refuseUnknown(
                "segment_id",
                () -> queryGateway.ask(new FindSegmentCriteria(account, segment.segmentType(), segment.segmentId())));
    }

    private static <T> T refuseUnknown(String parameter, Supplier<T> lookUp) {
        try {
            return lookUp.get();
        } catch (Refusal refusal) {
            throw refusal.kind() == UNKNOWN ? Refusal.unknownId(parameter) : refusal;
        }
    }

    private static SnapshotMembers requireAll(SnapshotSource.OfFans requested, SnapshotMembers found) {
        Set<Long> foundIds = new HashSet<>();
        found.parts().forEach(part -> foundIds.addAll(DeltaIds.decode(part)));
        for (long fan : requested.fanIds()) {
            if (!foundIds.contains(fan)) {
                throw new Refusal(RULE, "unknown-id", "fan_ids", "There is no fan " + fan + ".");
            }
        }
        return found;
    }
}
