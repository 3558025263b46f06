package encore.query.search;

import encore.kernel.fans.FanQuery.FindNamedFans;
import encore.query.projection.QueryGateway;
import java.util.ArrayList;
import java.util.List;

/**
 * The fans of a name, by their ids, in portions that grow: for each portion the text index goes through all of that name, so a
 * name that very many have is asked for a few times, not a thousand.
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

    /** @param behind only higher ids */
    Called(QueryGateway questions, long account, String name, long behind) {
        this.questions = questions;
        this.account = account;
        this.name = name;
        this.behind = behind;
    }

    /** The next ones, ascending; none when there are no more. */
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
