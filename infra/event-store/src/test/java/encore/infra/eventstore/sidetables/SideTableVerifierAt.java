package encore.infra.eventstore.sidetables;

import encore.infra.eventstore.verify.LogVerifier;
import java.util.List;

/** Verifies a log as if it were another time. */
public final class SideTableVerifierAt {

    private SideTableVerifierAt() {}

    public static LogVerifier.Report verify(SideTableRows rows, long now) {
        return SideTableVerifier.verify(rows, List.of(), ClaimsTable.load(), null, now, position -> {})
                .report();
    }
}
