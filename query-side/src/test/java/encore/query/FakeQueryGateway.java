package encore.query;

import encore.kernel.Query;
import encore.query.projection.QueryGateway;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Answers what one answer asks of others, by the kind of question, and keeps what was asked. */
public final class FakeQueryGateway implements QueryGateway {

    private final Map<Class<?>, Function<Query<?>, ?>> answers = new HashMap<>();
    public final List<Query<?>> askedQueries = new ArrayList<>();

    @SuppressWarnings("unchecked") // A query's class is its own.
    public <R, Q extends Query<R>> FakeQueryGateway on(Class<Q> query, Function<Q, R> answer) {
        answers.put(query, (Function<Query<?>, R>) answer);
        return this;
    }

    @Override
    @SuppressWarnings("unchecked") // Query<R> names its answer.
    public <R> R ask(Query<R> query) {
        askedQueries.add(query);
        Function<Query<?>, ?> answer = answers.get(query.getClass());
        if (answer == null) {
            throw new IllegalStateException("Nobody answers " + query);
        }
        return (R) answer.apply(query);
    }
}
