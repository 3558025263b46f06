package encore.query.search;

import encore.kernel.fans.FanQuery.FindNamedFans;
import encore.query.projection.QueryGateway;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the ids of the fans who have a name, in batches that grow. The text index goes through all fans of the name for
 * each batch, so a name that very many fans share is queried a few times instead of a thousand.
 */
final class Called {

    private static final int FIRST = 1_000;
    private static final int GROWTH = 8;
    private static final int MOST = 512_000;

    private final QueryGateway questions;
    private final long account;
    private final String name;
    private long behind;
    private int portion = FIRST;
    private boolean over;

    /** @param behind finds only ids above this one */
    Called(QueryGateway questions, long account, String name, long behind) {
        this.questions = questions;
        this.account = account;
        this.name = name;
        this.behind = behind;
    }

    /** Returns the next ids in ascending order, or an empty list after the last one. */
    List<Long> next() {
        if (over) {
            return List.of();
        }
        List<Long> some = questions.ask(new FindNamedFans(account, name, behind, portion));
        over = some.size() < portion;
        behind = some.isEmpty() ? behind : some.getLast();
        portion = Math.min(MOST, portion * GROWTH);
        return some;
    }

    List<Long> all() {
        List<Long> all = new ArrayList<>();
        for (List<Long> some = next(); !some.isEmpty(); some = next()) {
            all.addAll(some);
        }
        return all;
    }
}
