package encore.infra.bench;

import encore.infra.eventstore.mongo.MongoLogRows;
import encore.infra.eventstore.verify.LogVerifier;

/** Verifies every hash and position of a log in MongoDB. Argument: its address, with the database. */
public final class VerifyMongoLog {

    private VerifyMongoLog() {}

    public static void main(String[] args) {
        try (MongoLogRows rows = MongoLogRows.open(args[0])) {
            LogVerifier.Report report = LogVerifier.verify(rows, null);
            System.out.println(report);
            System.exit(report.problem() == null ? 0 : 1);
        }
    }
}
