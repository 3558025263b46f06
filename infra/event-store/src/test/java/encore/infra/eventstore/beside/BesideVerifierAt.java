package encore.infra.eventstore.beside;

import encore.infra.eventstore.verify.LogVerifier;
import java.util.List;

/** Verifies a log as if it were another time. */
public final class BesideVerifierAt {

    private BesideVerifierAt() {}

    public static LogVerifier.Report verify(BesideRows rows, long now) {
        return BesideVerifier.verify(rows, List.of(), ClaimsTable.load(), null, now, position -> {})
                .report();
    }
}
