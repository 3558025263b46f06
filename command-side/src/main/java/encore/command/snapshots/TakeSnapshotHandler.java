package encore.command.snapshots;

import static encore.kernel.Refusal.Kind.RULE;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Facts;
import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.snapshots.SnapshotCommand.KeepSnapshotPart;
import encore.kernel.snapshots.SnapshotCommand.RefuseSnapshot;
import encore.kernel.snapshots.SnapshotCommand.SealSnapshot;
import encore.kernel.snapshots.SnapshotCommand.TakeSnapshot;
import encore.kernel.snapshots.SnapshotEvent.SnapshotPartKept;
import encore.kernel.snapshots.SnapshotMembers;
import encore.kernel.snapshots.SnapshotUid;
import java.util.List;
import java.util.stream.IntStream;
import org.axonframework.commandhandling.CommandHandler;
import org.springframework.stereotype.Component;

/**
 * Takes a snapshot: records its parts, then seals it in the commit that answers the request. An interrupted snapshot
 * has no seal and so no name, and belongs to nobody. A repeated call takes another one (ADR 57).
 */
@Component
class TakeSnapshotHandler {

    @CommandHandler
    SnapshotUid decide(TakeSnapshot command, Claims claims, Dispatch dispatch) {
        SnapshotNameClaims.requireFree(command.snapshot().account(), command.snapshotName(), claims);
        SnapshotMembers members = command.members();
        List<List<Long>> parts = members.parts();
        dispatch.sendAllOnEachAttempt(IntStream.range(0, parts.size())
                .mapToObj(number -> new KeepSnapshotPart(command.snapshot(), number, parts.get(number)))
                .toList());
        return dispatch.sendLast(new SealSnapshot(
                command.snapshot(), command.snapshotName(), members.position(), parts.size(), members.fanCount()));
    }

    /** Refuses the call. A request that was decided before has been answered before it comes here. */
    @CommandHandler
    SnapshotUid decide(RefuseSnapshot command) {
        throw new Refusal(RULE, command.type(), command.field(), command.sentence());
    }

    /** Records a part. An existing part was recorded by the same call, through another step. */
    @CommandHandler
    SnapshotUid decide(KeepSnapshotPart command, Streams streams, Facts facts) {
        if (!streams.isOpen(command.stream())) {
            facts.record(command.stream(), new SnapshotPartKept(command.stream(), command.fans()));
        }
        return new SnapshotUid(command.snapshot().uid());
    }
}
