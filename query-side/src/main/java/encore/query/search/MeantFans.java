package encore.query.search;

import static encore.kernel.Refusal.Kind.RULE;
import static encore.kernel.Refusal.Kind.UNKNOWN;

import encore.kernel.Refusal;
import encore.kernel.fans.FanCriteria;
import encore.kernel.segments.Chosen;
import encore.kernel.segments.SegmentQuery.FindSegmentCriteria;
import encore.kernel.segments.SegmentType;
import encore.kernel.snapshots.Meant;
import encore.kernel.snapshots.Meant.OfCriteria;
import encore.kernel.snapshots.Meant.OfFans;
import encore.kernel.snapshots.Meant.OfSegment;
import encore.kernel.snapshots.SnapshotMembers;
import encore.kernel.snapshots.SnapshotQuery.FindChosenMembers;
import encore.kernel.snapshots.SnapshotQuery.FindSnapshotMembers;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Finds the members of a new snapshot, which is requested by a segment, by criteria or by a list of fans. */
@Component
class MeantFans implements QueryComponent {

    private final QueryGateway questions;

    MeantFans(QueryGateway questions) {
        this.questions = questions;
    }

    @QueryHandler
    SnapshotMembers find(FindSnapshotMembers query) {
        return switch (query.meant()) {
            case OfSegment segment -> ofSegment(segment, query);
            case OfCriteria of -> asked(ByName.chosen(query.account(), of.criteria(), questions), query);
            case OfFans fans -> allOf(fans, asked(new Chosen(FanCriteria.any(), fans.fanIds()), query));
        };
    }

    private SnapshotMembers asked(Chosen chosen, FindSnapshotMembers query) {
        return questions.ask(new FindChosenMembers(query.account(), chosen, query.today()));
    }

    private SnapshotMembers ofSegment(OfSegment segment, FindSnapshotMembers query) {
        Chosen chosen = ByName.chosen(query.account(), criteria(segment, query.account()), questions);
        try {
            return asked(chosen, query);
        } catch (Refusal refusal) {
            NobodyMeant.by(refusal);
            return asked(new Chosen(FanCriteria.any(), List.of()), query);
        }
    }

    /**
     * Finds the criteria of a segment. The segment is not part of the path here, so an unknown one is a broken rule
     * (400).
     */
    private FanCriteria criteria(OfSegment segment, long account) {
        named("segment_type", () -> SegmentType.of(segment.segmentType()));
        return named(
                "segment_id",
                () -> questions.ask(new FindSegmentCriteria(account, segment.segmentType(), segment.segmentId())));
    }

    private static <T> T named(String parameter, Supplier<T> known) {
        try {
            return known.get();
        } catch (Refusal refusal) {
            throw refusal.kind() == UNKNOWN
                    ? new Refusal(RULE, "unknown-id", parameter, "There is no such " + parameter + ".")
                    : refusal;
        }
    }

    private static SnapshotMembers allOf(Meant.OfFans wanted, SnapshotMembers found) {
        Set<Long> there = new HashSet<>();
        found.parts().forEach(part -> there.addAll(Gaps.ids(part)));
        for (long fan : wanted.fanIds()) {
            if (!there.contains(fan)) {
                throw new Refusal(RULE, "unknown-id", "fan_ids", "There is no fan " + fan + ".");
            }
        }
        return found;
    }
}
