package encore.command.snapshots;

import static encore.kernel.Refusal.Kind.RULE;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.kernel.Refusal;
import encore.kernel.names.Blanks;
import encore.kernel.snapshots.SnapshotName;

/** The claims on snapshot names, each unique in its account. */
final class SnapshotNameClaims {

    private SnapshotNameClaims() {}

    static Claim claim(long account, String name) {
        return new Claim(SnapshotName.SPACE, account, SnapshotName.of(name).claimed());
    }

    static void requireFree(long account, String name, Claims claims) {
        if (Blanks.isBlank(SnapshotName.of(name).claimed())) {
            throw new Refusal(RULE, "snapshot-name-missing", "snapshot_name", "A snapshot has a name.");
        }
        if (claims.ownerOf(claim(account, name)) != null) {
            throw new Refusal(RULE, "snapshot-exists", "snapshot_name", "A snapshot with this name exists.");
        }
    }
}
