package encore.command.snapshots;

import static encore.kernel.Refusal.Kind.CONFLICT;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.kernel.Refusal;
import encore.kernel.snapshots.SnapshotCommand.RemoveSnapshot;
import encore.kernel.snapshots.SnapshotCommand.RenameSnapshot;
import encore.kernel.snapshots.SnapshotCommand.SealSnapshot;
import encore.kernel.snapshots.SnapshotEvent.SnapshotRemoved;
import encore.kernel.snapshots.SnapshotEvent.SnapshotRenamed;
import encore.kernel.snapshots.SnapshotEvent.SnapshotSealed;
import encore.kernel.snapshots.SnapshotId;
import encore.kernel.snapshots.SnapshotUid;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** A sealed snapshot. Its name is unique in the account, and its members never change. */
@Aggregate
class Snapshot {

    @AggregateIdentifier
    private @Nullable SnapshotId id;

    private String name = "";

    Snapshot() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    SnapshotUid decide(SealSnapshot command, Claims claims) {
        SnapshotId snapshot = command.snapshot();
        theUidIsFree();
        SnapshotNameClaims.requireFree(snapshot.account(), command.snapshotName(), claims);
        claims.take(SnapshotNameClaims.claim(snapshot.account(), command.snapshotName()), snapshot);
        apply(new SnapshotSealed(
                snapshot, command.snapshotName(), command.position(), command.parts(), command.fanCount()));
        return new SnapshotUid(snapshot.uid());
    }

    @CommandHandler
    SnapshotUid decide(RenameSnapshot command, Claims claims) {
        SnapshotId snapshot = command.snapshot();
        if (!command.snapshotName().equals(name)) {
            Claim before = SnapshotNameClaims.claim(snapshot.account(), name);
            Claim after = SnapshotNameClaims.claim(snapshot.account(), command.snapshotName());
            if (!before.equals(after)) {
                SnapshotNameClaims.requireFree(snapshot.account(), command.snapshotName(), claims);
                claims.release(before, snapshot);
                claims.take(after, snapshot);
            }
            apply(new SnapshotRenamed(snapshot, command.snapshotName()));
        }
        return new SnapshotUid(snapshot.uid());
    }

    @CommandHandler
    SnapshotUid decide(RemoveSnapshot command, Claims claims) {
        SnapshotId snapshot = command.snapshot();
        claims.release(SnapshotNameClaims.claim(snapshot.account(), name), snapshot);
        apply(new SnapshotRemoved(snapshot));
        return new SnapshotUid(snapshot.uid());
    }

    private void theUidIsFree() {
        if (id != null) {
            throw new Refusal(CONFLICT, "snapshot-uid-taken", "Another snapshot has this uid; try again.");
        }
    }

    @EventSourcingHandler
    void evolve(SnapshotSealed event) {
        id = event.snapshot();
        name = event.snapshotName();
    }

    @EventSourcingHandler
    void evolve(SnapshotRenamed event) {
        name = event.snapshotName();
    }
}
