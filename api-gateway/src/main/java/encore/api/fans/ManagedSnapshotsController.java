package encore.api.fans;

import static encore.api.access.Lock.SECRET;
import static encore.kernel.Refusal.Kind.RULE;

import encore.api.access.Access;
import encore.api.fans.input.FanSearch;
import encore.api.input.Description;
import encore.api.input.ErrorField;
import encore.api.input.Params;
import encore.api.paging.NamesPaging;
import encore.api.problems.Ids;
import encore.api.wire.AnswerWriter.ListOrPage;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.Refusal;
import encore.kernel.names.Blanks;
import encore.kernel.people.Area;
import encore.kernel.snapshots.Snapshot;
import encore.kernel.snapshots.SnapshotCommand.RefuseSnapshot;
import encore.kernel.snapshots.SnapshotCommand.RemoveSnapshot;
import encore.kernel.snapshots.SnapshotCommand.RenameSnapshot;
import encore.kernel.snapshots.SnapshotCommand.SaveSnapshot;
import encore.kernel.snapshots.SnapshotCommand.TakeSnapshot;
import encore.kernel.snapshots.SnapshotId;
import encore.kernel.snapshots.SnapshotName;
import encore.kernel.snapshots.SnapshotQuery.FindSnapshot;
import encore.kernel.snapshots.SnapshotQuery.FindSnapshotMembers;
import encore.kernel.snapshots.SnapshotQuery.FindSnapshots;
import encore.kernel.snapshots.SnapshotSource;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** Manages the snapshots of fans of an account. */
@RestController
@Access(scope = "manage", area = Area.FANS, lock = SECRET)
@RequestMapping("/api/v1/manage/snapshots")
class ManagedSnapshotsController {

    private static final String ONE = "/{snapshot_uid}";
    private static final int ROWS = 100;

    /** A body could be larger, but a hand-made list of fans is seldom longer. */
    private static final int MAX_FANS = 10_000;

    record One(@Size(max = 64) String snapshotUid) {}

    record Add(
            @NotBlank @Size(max = SnapshotName.MAX_LENGTH) String snapshotName,

            @Description("Send a segment, the criteria of a search, or fan_ids.") @Nullable @Size(max = 64)
            String segmentType,

            @Nullable @Size(max = 64) String segmentId,

            @Description("Takes these fans.") @Size(max = MAX_FANS)
            List<Long> fanIds) {

        @AssertTrue(message = "must be given together with segment_type")
        @ErrorField("segment_id")
        boolean isASegment() {
            return (segmentType == null) == (segmentId == null);
        }

        @AssertTrue(message = "must not come with a segment")
        @ErrorField("fan_ids")
        boolean isOneOfBoth() {
            return fanIds.isEmpty() || segmentType == null;
        }
    }

    record Change(
            @Size(max = 64) String snapshotUid,
            @NotBlank @Size(max = SnapshotName.MAX_LENGTH) String snapshotName) {}

    private final Backend backend;

    ManagedSnapshotsController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists the snapshots, oldest first, with the number of fans in each now")
    @GetMapping
    ListOrPage<Snapshot> all(Caller caller, @Params NamesPaging paging) {
        return paging.answer(ROWS, page -> backend.ask(caller, new FindSnapshots(caller.account(), page)));
    }

    @Description("Finds a snapshot")
    @GetMapping(ONE)
    Mono<Snapshot> one(Caller caller, @Params One in) {
        return backend.ask(caller, new FindSnapshot(caller.account(), in.snapshotUid()));
    }

    @Description("Takes a snapshot of the fans of a segment, of a search, or of a list")
    @PostMapping
    Mono<Snapshot> take(Caller caller, @Params Add in, @Params FanSearch search) {
        var snapshot = new SnapshotId(caller.account(), Ids.uid());
        String name = Blanks.trim(in.snapshotName());
        LocalDate today = LocalDate.now(ZoneOffset.UTC);
        return backend.ask(caller, new FindSnapshotMembers(caller.account(), selection(in, search), today))
                .<SaveSnapshot>map(members -> new TakeSnapshot(snapshot, name, members))
                // A repeated call gets the first answer, even if, for example, the segment was removed meanwhile.
                .onErrorResume(
                        failure -> failure instanceof Refusal refusal && refusal.kind() == RULE,
                        failure -> Mono.just(RefuseSnapshot.with((Refusal) failure, snapshot)))
                .flatMap(command -> backend.save(caller, command));
    }

    private static SnapshotSource selection(Add in, FanSearch search) {
        ObjectNode criteria = search.parameters();
        boolean isListed = in.segmentType() != null || !in.fanIds().isEmpty();
        if (criteria.isEmpty() && !isListed) {
            throw refusal("segment_type", "Give a segment, the criteria of a search, or fan_ids.");
        }
        if (!criteria.isEmpty() && isListed) {
            throw refusal(
                    criteria.propertyNames().iterator().next(),
                    "Criteria cannot be combined with a segment or fan_ids.");
        }
        if (in.segmentType() != null && in.segmentId() != null) {
            return new SnapshotSource.OfSegment(in.segmentType(), in.segmentId());
        }
        return isListed ? new SnapshotSource.OfFans(in.fanIds()) : new SnapshotSource.OfCriteria(search.criteria());
    }

    private static Refusal refusal(String parameter, String sentence) {
        return new Refusal(RULE, "nobody-meant", parameter, sentence);
    }

    @Description("Renames a snapshot; its fans stay")
    @PostMapping(ONE)
    Mono<Snapshot> rename(Caller caller, @Params Change in) {
        var snapshot = new SnapshotId(caller.account(), in.snapshotUid());
        return backend.save(caller, new RenameSnapshot(snapshot, Blanks.trim(in.snapshotName())));
    }

    @Description("Removes a snapshot; filters that use it find no fans from then on")
    @DeleteMapping(ONE)
    Mono<Boolean> remove(Caller caller, @Params One in) {
        return backend.send(caller, new RemoveSnapshot(new SnapshotId(caller.account(), in.snapshotUid())))
                .thenReturn(true);
    }
}
