package encore.query.search;

import encore.infra.views.lanes.ReadDeadline;
import encore.kernel.fans.FanQuery.FindNamedFans;
import encore.query.projection.QueryGateway;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the ids of the fans who have a name, in batches that grow. The text index goes through all fans of the name for
 * each batch, so a name that very many fans share is queried a few times instead of a thousand.
 */
final class NameMatches {

    private static final int FIRST_BATCH = 1_000;
    private static final int BATCH_GROWTH = 8;
    private static final int MAX_BATCH = 512_000;

    private final QueryGateway queryGateway;
    private final long account;
    private final String name;
    private long after;
    private int batchSize = FIRST_BATCH;
    private boolean exhausted;

    /** @param after finds only ids above this one */
    NameMatches(QueryGateway queryGateway, long account, String name, long after) {
        this.queryGateway = queryGateway;
        this.account = account;
        this.name = name;
        this.after = after;
    }

    /** Returns the next ids in ascending order, or an empty list after the last one. */
    List<Long> nextBatch() {
        if (exhausted) {
            return List.of();
        }
        ReadDeadline.checkCurrent();
        List<Long> batch = queryGateway.ask(new FindNamedFans(account, name, after, batchSize));
        exhausted = batch.size() < batchSize;
        after = batch.isEmpty() ? after : batch.getLast();
        batchSize = Math.min(MAX_BATCH, batchSize * BATCH_GROWTH);
        return batch;
    }

    List<Long> readAll() {
        List<Long> all = new ArrayList<>();
        for (List<Long> batch = nextBatch(); !batch.isEmpty(); batch = nextBatch()) {
            all.addAll(batch);
        }
        return all;
    }
}
